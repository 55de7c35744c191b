"""Errata of the paper. Numbers are those of the functions named in the counterexamples,
`module.function`, of the package `derivations` unless another is named.
"""

from bandit_replications.ledger.claims import Erratum

PRIVACY = (
    Erratum(
        slug="divergence-direction",
        place="Section 2, theorem of Anantharam, Varaiya and Walrand",
        as_printed="The lower bound divides each gap by the divergence of the best arm from it.",
        holds_under="The divergence of the arm from the best one, D(μ_k, μ*).",
        counterexample=(
            "Means 0.9 and 0.5: the printed factor of ln T is 1.087, KL-UCB attains 0.783 "
            "(setting.lower_bound_direction)."
        ),
        repair="Exchange the arguments; ask for algorithms that are good on every instance.",
        severity="statement false",
        theorem_survives="Yes, exchanged.",
        claims=("section-2-lower-bound", "section-2-lower-bound-repaired"),
    ),
    Erratum(
        slug="connected-for-complete",
        place="Remarks on optimal rates, after both theorems",
        as_printed="For a connected network the terms reduce to those of one clique.",
        holds_under="A complete network, or γ at least the diameter.",
        counterexample=(
            "A path of six agents is connected and needs three cliques at γ = 1 "
            "(private_regret.complete_or_connected)."
        ),
        repair="Read complete for connected.",
        severity="typo",
        theorem_survives="Not touched.",
        claims=("remark-optimal-rates",),
    ),
    Erratum(
        slug="laplace-scale",
        place="Section 3.1, lemma on the Laplace mechanism",
        as_printed="Noise of scale β is worth β over the sensitivity.",
        holds_under="Its inverse: the sensitivity over β.",
        counterexample=(
            "β = 1/2 and sensitivity 1: the loss is 2, printed 1/2 "
            "(private_messages.laplace_mechanism)."
        ),
        repair="s(f)/β; the proofs use it so.",
        severity="typo",
        theorem_survives="Yes: the privacy lemmas use the right form.",
        claims=("lemma-laplace-mechanism", "lemma-laplace-mechanism-repaired"),
    ),
    Erratum(
        slug="number-of-updates",
        place="Section 3.2",
        as_printed="A mean is updated about T/ε times.",
        holds_under="T ε times: once in 1/ε pulls.",
        counterexample=(
            "T = 1000 and ε = 0.1: 100 releases, not 10000 (composition.releases_per_run)."
        ),
        repair="T ε.",
        severity="typo",
        theorem_survives="Not touched.",
        claims=("section-3-2-updates",),
    ),
    Erratum(
        slug="release-series",
        place="Lemma on private release of means; W in Algorithm 1",
        as_printed=(
            "W_{n+1} is the least x' with a sum of 1/sqrt(i^v) of at least 1/(ε y'^v), y' unnamed; "
            "Algorithm 1 compares pull counts with the intervals w_i."
        ),
        holds_under=(
            "Releases every ceil(1/ε) pulls, or y' = x' with the root on both sides; pull counts "
            "compared with W_i."
        ),
        counterexample=(
            "With y' = x' and no root intervals shrink to one pull, and the releases of 1000 pulls "
            "at ε = 0.1, v = 1.1 lose 39.9 where 4.97 is guaranteed (composition.first_part, "
            "composition.longest_interval)."
        ),
        repair="Release every ceil(1/ε) pulls.",
        severity="typo",
        theorem_survives="The guarantee holds for the repaired series, not for the printed one.",
        claims=(
            "lemma-release-series",
            "algorithm-1",
            "lemma-privacy-guarantee",
            "lemma-privacy-guarantee-proof",
        ),
    ),
    Erratum(
        slug="message-ageing",
        place="Algorithm 1",
        as_printed="In the pseudo-code messages are collected and sent on; none grows older.",
        holds_under="The life of Section 2 and of Algorithm 3, lines 15 to 17.",
        counterexample=(
            "Section 3.2 drops stale messages, the pseudo-code never makes them older: followed to "
            "the letter every message reaches everybody."
        ),
        repair="Age, forward and drop messages as in Algorithm 3.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("algorithm-1",),
    ),
    Erratum(
        slug="missing-hat",
        place="Algorithm 1, line 10",
        as_printed="Between releases the noisy mean is set to the mean of the last round.",
        holds_under="The noisy mean of the last round.",
        counterexample="Without the hat a mean without noise is sent, of infinite loss.",
        repair="Keep the noisy mean.",
        severity="typo",
        theorem_survives="Yes, with the hat.",
        claims=("algorithm-1",),
    ),
    Erratum(
        slug="loss-between-releases",
        place="Lemma on the privacy of outgoing messages",
        as_printed="Every message is n^(-v/2)-private, n the pulls so far.",
        holds_under="Rounds of a release, or ε = 1.",
        counterexample=(
            "ε = 0.1, v = 1.1: after 19 pulls the message still carries the mean of 10 and loses "
            "0.282, printed 0.198 (private_messages.between_releases)."
        ),
        repair="n'^(-v/2), n' the pulls at the last release.",
        severity="constant",
        theorem_survives="Yes: the guarantee adds up releases, not messages.",
        claims=("lemma-private-messages", "lemma-private-messages-repaired"),
    ),
    Erratum(
        slug="counts-not-hidden",
        place="(6), the definition of a private message, and the remark on strategies",
        as_printed=(
            "Messages carry pull counts without noise, and a running agent's messages are private "
            "with respect to its rewards whatever anybody does."
        ),
        holds_under=(
            "The definition's comparison of histories that differ in one reward with the same "
            "actions."
        ),
        counterexample=(
            "Two arms, ε = 1: given the messages that an agent has received, which their senders "
            "know, its first reward decides its third action, hence its next counts: probability "
            "1 against 0 (private_messages.unhidden_counts)."
        ),
        repair=(
            "Let agents act on released means alone, as Anytime-Lazy-UCB or DP-UCB-INT do; or say "
            "that privacy is given the actions."
        ),
        severity="statement false",
        theorem_survives="The lemma as defined survives; the reading that a user cares about not.",
        claims=(
            "definition-private-message",
            "lemma-privacy-guarantee",
            "section-3-2-running-agent",
        ),
    ),
    Erratum(
        slug="forced-rounds",
        place="Algorithm 2, lines 2 and 3; (27) and the theorem",
        as_printed="K ceil(1/ε) rounds are forced, t mod K among K arms numbered from 1.",
        holds_under="Arms numbered from 0, and 1/ε an integer.",
        counterexample=(
            "ε = 0.6 forces 2 pulls of each arm, the theorem counts 1.67 "
            "(private_regret.forced_rounds)."
        ),
        repair="ceil(1/ε) in the bound.",
        severity="typo",
        theorem_survives="Not touched by this.",
        claims=("algorithm-2", "equation-27", "theorem-private-regret"),
    ),
)

PRIVATE_REGRET = (
    Erratum(
        slug="frozen-noise",
        place="Theorem on Private Multi-Agent UCB",
        as_printed="The expected group regret is logarithmic in T, for every v in (1, 1.5).",
        holds_under=(
            "No v: a released mean keeps its noise until its arm is pulled again. A width that "
            "covers the noise would do."
        ),
        counterexample=(
            "Two neighbours, any ε, two arms with any laws in [0, 1]: with probability "
            "exp(-O(sqrt(ln T))) the best arm's first noises are so low for both that nobody "
            "pulls it again before T, so the regret is at least T^(1 - o(1)); proved beyond the "
            "bound, for ε = 1/2 (so that γ = 1 < 1/ε) and a gap of 1/2, at ln T = 80 and all "
            "larger (frozen_noise.theorem_fails). Measured, for v = 1.49 and a gap of 0.1: above "
            "the bound at T = 200000 (lower_bounds.lasting_noise)."
        ),
        repair=(
            "Add to the index a width for the noise, such as ln(1/ω) Σ n_i b_i / N with a union "
            "over the agents' release counts; an arm then needs of the order of (ln T / Δ)^(1/(1 "
            "- v/2)) pulls, more than ln T / Δ². Not proved here."
        ),
        severity="statement false",
        theorem_survives="No.",
        claims=(
            "theorem-private-regret",
            "theorem-private-regret-growth",
            "remark-message-life",
        ),
    ),
    Erratum(
        slug="event-a-subscript",
        place="(14)",
        as_printed="Event (A), about the best arm, has the mean of arm k.",
        holds_under="The best arm's mean.",
        counterexample="Read literally the best arm's width is compared with another arm's mean.",
        repair="Z of the best arm.",
        severity="typo",
        theorem_survives="Not touched by this.",
        claims=("equation-14",),
    ),
    Erratum(
        slug="sum-of-means",
        place="(13)",
        as_printed="An agent's group mean is the sum of the agents' means and noises.",
        holds_under="Weights n_i/N, as in Algorithm 1.",
        counterexample=(
            "Rewards that are all 1: two agents' means add up to 2 (private_regret.mean_of_means)."
        ),
        repair="Weight by pulls; the noise is then smaller by the number of agents.",
        severity="typo",
        theorem_survives="Not touched by this.",
        claims=("equation-13", "equation-13-repaired"),
    ),
    Erratum(
        slug="noise-sign",
        place="(15), carried into (18)",
        as_printed="In event (B) the noise is added to the threshold.",
        holds_under="Laws: the noise is symmetric.",
        counterexample=(
            "Width 0.3 and noise 0.4: the event begins at -0.1, printed 0.7 "
            "(private_regret.sign_of_event_b)."
        ),
        repair="Subtract it.",
        severity="typo",
        theorem_survives="Not touched by this.",
        claims=("equation-15", "equation-18"),
    ),
    Erratum(
        slug="intersection-for-union",
        place="(19)",
        as_printed="Event (B) is an intersection of two events.",
        holds_under="It is contained in their union, which (20) bounds.",
        counterexample=(
            "One Laplace variable, width 1/2, h = 1: 0.303 against 0.184 "
            "(private_regret.equality_19)."
        ),
        repair="Contained in the union.",
        severity="typo",
        theorem_survives="(20) survives.",
        claims=("equation-19", "equation-20"),
    ),
    Erratum(
        slug="negative-deviation",
        place="(22), (23)",
        as_printed="Hoeffding's bound exp(-2N(width - h)²) whatever the sign of width - h.",
        holds_under="h <= width.",
        counterexample=(
            "N = 100, width - h = -0.3: the event is almost sure, the printed bound 1.5e-8 "
            "(private_regret.hoeffding_22)."
        ),
        repair="Ask for h <= width, which by condition-never-holds is never so.",
        severity="gap in a proof",
        theorem_survives="No.",
        claims=("equation-22", "equation-23"),
    ),
    Erratum(
        slug="larger-noise-bound",
        place="(23) to (24)",
        as_printed="The noise's bound h is replaced by a larger one, and the exponential grows.",
        holds_under="A larger bound that stays below the width.",
        counterexample=(
            "t = 1000, M = 2, v = 1.1, 200 pulls each, ε = 1/4, γ = 1: the exponent falls from "
            "-8.8e3 to -4.0e5 in units of ln t (private_regret.larger_noise_24)."
        ),
        repair="None with the printed width: see condition-never-holds.",
        severity="gap in a proof",
        theorem_survives="Not by this.",
        claims=("equation-24",),
    ),
    Erratum(
        slug="condition-never-holds",
        place="(22), (25) and the sentence after it",
        as_printed="For enough pulls the exponential is at most t^-3.5.",
        holds_under=(
            "The letter: the printed exponential is small because the deviation is far below zero, "
            "where Hoeffding's inequality says nothing."
        ),
        counterexample=(
            "h over the width is 7 M sqrt(ln t) n^((v-1)/2) as printed, without M weighted: 5.8 at "
            "least, and rising with n, where 1 is needed (private_regret.hoeffding_applies)."
        ),
        repair="None with the printed width: see frozen-noise.",
        severity="gap in a proof",
        theorem_survives="No.",
        claims=("equation-22", "equation-25", "theorem-private-regret"),
    ),
    Erratum(
        slug="forced-pulls-twice",
        place="(27) to (28)",
        as_printed="A sum with the forced pulls in η and beside it is at most one with them once.",
        holds_under="Forced pulls that are fewer than the other term.",
        counterexample=(
            "ε = 0.01, 200 agents, γ = 1, Δ = 1, T = 1000: 40001 against 20257 "
            "(private_regret.forced_twice_28)."
        ),
        repair="Leave them out beside η, which covers them.",
        severity="constant",
        theorem_survives="Not touched by this.",
        claims=("equation-28",),
    ),
    Erratum(
        slug="zeta-factor",
        place="(30)",
        as_printed="The sum of 4 t^-1.5 is at most ζ(1.5).",
        holds_under="4 ζ(1.5).",
        counterexample="10.37 over 10^4 rounds, against 2.61 (private_regret.zeta_30).",
        repair=(
            "4 ζ(1.5); and the union behind it must run over an agent's up to M t samples, not t."
        ),
        severity="constant",
        theorem_survives="Not by this.",
        claims=("equation-30", "equation-30-repaired", "theorem-private-regret"),
    ),
    Erratum(
        slug="sigma-squared",
        place="Theorem in the Appendix, against Section 3.3",
        as_printed="8 σ² ln T/Δ in one place, 8 ln T/Δ in the other.",
        holds_under="σ = 1: Algorithm 2's width has no σ.",
        counterexample="σ = 1/2: 2 against 8 (private_regret.sigma_in_the_theorem).",
        repair="8 ln T/Δ.",
        severity="constant",
        theorem_survives="Not touched by this.",
        claims=("theorem-private-regret", "theorem-private-regret-sigma"),
    ),
    Erratum(
        slug="clique-number",
        place="Both theorems",
        as_printed=(
            "χ and χ̄ are called clique covering number, clique number and minimum clique number."
        ),
        holds_under="The clique covering number, for both symbols.",
        counterexample=(
            "A complete network of 6: clique number 6, covering number 1 "
            "(private_regret.clique_number_or_cover)."
        ),
        repair="The clique covering number of G_γ throughout.",
        severity="typo",
        theorem_survives="Not touched by this.",
        claims=(
            "theorem-private-regret",
            "theorem-private-regret-chi",
            "equation-31",
            "theorem-byzantine-regret",
            "equation-50",
            "equation-51",
        ),
    ),
)

BYZANTINE = (
    Erratum(
        slug="trimmed-mean-few-samples",
        place="Definition of the trimmed estimator, (8)",
        as_printed="The interval holds a number of points that may be negative.",
        holds_under="N of at least about 8 ln(1/δ).",
        counterexample=(
            "N = 20, δ = 0.01: -2.6 points (trimmed_estimator.negative_points); at δ = 1/t², "
            "t = 1000 it takes 64 samples in each half."
        ),
        repair="Average all samples where the number is not positive.",
        severity="gap in a proof",
        theorem_survives="Not touched by this.",
        claims=("definition-trimmed-mean", "equation-08", "trimmed-mean-defined"),
    ),
    Erratum(
        slug="trimmed-mean-collapse",
        place="Theorem on the trimmed mean, with Bernoulli rewards",
        as_printed="The estimate is within the width with probability at least 1 - δ.",
        holds_under="Laws without heavy atoms, or N beyond about 40/min(p, 1 - p) at δ = 0.01.",
        counterexample=(
            "100 coins of mean 0.8 in each half: the interval is the atom 1 with probability 0.74 "
            "and the estimate is 1, beyond the width; δ = 0.01 "
            "(trimmed_estimator.confidence_bound). The plain mean fails with probability 3e-6."
        ),
        repair="Choose the interval by quantiles from both sides, or use the plain mean in [0, 1].",
        severity="statement false",
        theorem_survives="Not with the printed estimator and Bernoulli rewards.",
        claims=("theorem-trimmed-mean", "trimmed-mean-plain-mean", "theorem-byzantine-regret"),
    ),
    Erratum(
        slug="width-units",
        place="Theorem on the trimmed mean; Algorithm 3, line 9",
        as_printed="The width is sqrt(σ ln(1/δ)/N).",
        holds_under="σ <= 1/2, as in [0, 1], where it is wider than σ sqrt(2 ln(1/δ)/N).",
        counterexample=(
            "Samples 100 times as large have 10 times the width (trimmed_estimator.units)."
        ),
        repair="σ sqrt(ln(1/δ)/N).",
        severity="typo",
        theorem_survives="Not touched by this.",
        claims=("theorem-trimmed-mean", "theorem-trimmed-mean-units"),
    ),
    Erratum(
        slug="uncorrupted-message",
        place="Algorithm 3, line 16, against (7)",
        as_printed="The true reward is sent.",
        holds_under="The reported one, as in (7).",
        counterexample="With the true reward there is no corruption to withstand.",
        repair="Send the reported reward.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("algorithm-3",),
    ),
    Erratum(
        slug="set-of-rewards",
        place="Algorithm 3, lines 14 and 27",
        as_printed="Rewards are united into a set.",
        holds_under="A multiset, or messages for rewards.",
        counterexample="100 Bernoulli rewards make a set of 2 (byzantine_regret.set_or_multiset).",
        repair="Keep each message once, with its sender and time.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("algorithm-3",),
    ),
    Erratum(
        slug="contamination-condition",
        place="Theorem on Byzantine-Proof Multi-Agent UCB",
        as_printed="The bound holds for ε < Δ_min/(2 σ).",
        holds_under="sqrt(ε) < Δ_min/(2 σ).",
        counterexample=(
            "Means 0.99 and 0.93, σ = 0.255, ε = 0.04 < 0.118, every false report 1: both arms "
            "report more than 92% ones, which is all that the interval must hold, so both "
            "estimates are 1 for ever (byzantine_regret.saturated_arm) and ten agents lose T M "
            "Δ/2: 15000 at T = 50000, where the bound is about 1600 "
            "(lower_bounds.saturated_reports). If false reports may differ by arm the arms even "
            "change places (byzantine_regret.reversed_arms)."
        ),
        repair="Ask for sqrt(ε) < Δ_min/(2 σ).",
        severity="statement false",
        theorem_survives="Not as stated.",
        claims=(
            "theorem-byzantine-regret",
            "theorem-byzantine-regret-condition",
            "theorem-byzantine-regret-condition-repaired",
        ),
    ),
    Erratum(
        slug="event-c-constant",
        place="(39), (40) and the theorem's first term",
        as_printed="Event (C) needs at most 4 σ² ln t/(…)² samples, from a garbled (39).",
        holds_under="8 σ ln t/(…)², with δ = 1/t².",
        counterexample="Δ = 0.3, σ = 1/2, t = 1000, ε = 0: 307 samples against 76.8 "
        "(byzantine_regret.event_c).",
        repair="8 σ, or 16 σ with δ = 1/t⁴; with δ = 1/(M t⁴) ln M comes on top.",
        severity="constant",
        theorem_survives="With the larger constant.",
        claims=(
            "equation-39",
            "equation-40",
            "equation-40-repaired",
            "equation-47",
            "theorem-byzantine-regret",
        ),
    ),
    Erratum(
        slug="sample-set-misprints",
        place="(41), (42) and the line before",
        as_printed=(
            "A reward is added when the arm was *not* pulled; others' samples carry the agent's "
            "own index; the union is over all agents."
        ),
        holds_under="Cases exchanged, the other's index, agents within γ.",
        counterexample="Read literally an agent never collects the rewards of its pulls.",
        repair="As above.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("equation-41", "equation-42"),
    ),
    Erratum(
        slug="delay-sign",
        place="The line after (44)",
        as_printed="An agent's samples are at least the clique's minus (M - 1)(1 - γ).",
        holds_under="(γ - 1) for (1 - γ), as in (44).",
        counterexample=(
            "γ = 3, M = 5: of 10 pulls an agent would know 18 (byzantine_regret.sign_after_44)."
        ),
        repair="Exchange the sign; the next line uses the right one.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("equation-44",),
    ),
    Erratum(
        slug="union-bound-powers",
        place="(45)",
        as_printed="2 Σ s^-4 over s <= t is at most 2/t³.",
        holds_under="A union over the up to M t samples of an agent, each with δ = 1/(M t⁴).",
        counterexample="t = 10: 2.16 against 0.002 (byzantine_regret.union_45).",
        repair="δ = 1/(M t⁴).",
        severity="gap in a proof",
        theorem_survives="With the larger width of delta-exponent.",
        claims=("equation-45", "equation-45-repaired"),
    ),
    Erratum(
        slug="delta-exponent",
        place="Algorithm 3, line 8, against (45)",
        as_printed="δ = 1/t² in the algorithm, t^-4 in the proof.",
        holds_under="δ = 1/(M t⁴).",
        counterexample=(
            "With 1/t² the probabilities of (45) are at least 2/t, whose sum over 10^4 rounds is "
            "19.6 and grows like ln T (byzantine_regret.delta_45)."
        ),
        repair="δ = 1/(M t⁴) in the algorithm.",
        severity="constant",
        theorem_survives="With the larger constant.",
        claims=(
            "equation-45",
            "equation-45-repaired",
            "algorithm-3-delta",
            "equation-47",
            "theorem-byzantine-regret",
        ),
    ),
    Erratum(
        slug="additive-constant",
        place="(51) against the theorem",
        as_printed="4 M + … in the proof, 3 M + … in the theorem.",
        holds_under="2 ζ(3) = 2.41 for the 4 of (48), and δ = 1/(M t⁴).",
        counterexample=(
            "One clique, ten agents, γ = 3: 59 against the theorem's 57 "
            "(byzantine_regret.additive_constant)."
        ),
        repair="2 ζ(3) for 4: 43.",
        severity="constant",
        theorem_survives="Yes.",
        claims=("equation-51", "theorem-byzantine-regret"),
    ),
    Erratum(
        slug="missing-gap-factor",
        place="Theorem on Byzantine-Proof Multi-Agent UCB",
        as_printed="The first sum has no factor Δ_k.",
        holds_under="Gaps of at most 1: it is then the weaker bound.",
        counterexample=(
            "Gaps 0.1 and 0.4: 110 with the factor, 758 without (byzantine_regret.gap_factor)."
        ),
        repair="Put the factor back.",
        severity="constant",
        theorem_survives="Yes.",
        claims=("theorem-byzantine-regret", "theorem-byzantine-regret-gap"),
    ),
)

ERRATA: tuple[Erratum, ...] = (*PRIVACY, *PRIVATE_REGRET, *BYZANTINE)
