/* The loops of four algorithms and nothing else: what a round costs where arithmetic is the limit. */
#include <math.h>
#include <stdint.h>
#include <string.h>

static uint64_t state[4];

static uint64_t rotated(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

/* xoshiro256+ (Blackman and Vigna, 2018), seeded by splitmix64: a double in [0, 1). */
static double uniform(void) {
    uint64_t drawn = state[0] + state[3], shifted = state[1] << 17;
    state[2] ^= state[0], state[3] ^= state[1], state[1] ^= state[2], state[0] ^= state[3];
    state[2] ^= shifted, state[3] = rotated(state[3], 45);
    return (drawn >> 11) * 0x1.0p-53;
}

void seed(uint64_t number) {
    for (int i = 0; i < 4; i++) {
        uint64_t z = number += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        state[i] = z ^ (z >> 31);
    }
}

/* Count the pulls of each arm (zero at first, 128 arms at most); means are those of rewards. */
void ucb1(const double *means, int arms, long horizon, long *pulls) {
    double mean[128], width[128], sum[128] = {0};
    for (long t = 0; t < horizon; t++) {
        int best = 0;
        if (t < arms) {
            best = t;
        } else {
            double factor = sqrt(2 * log(t)), highest = -1;
            for (int arm = 0; arm < arms; arm++) {
                double index = mean[arm] + factor * width[arm];
                if (index > highest) highest = index, best = arm;
            }
        }
        pulls[best]++;
        sum[best] += uniform() < means[best];
        mean[best] = sum[best] / pulls[best];
        width[best] = 1 / sqrt(pulls[best]);
    }
}

/* The same for EXP3 on losses, of which these are the means. */
void exp3(const double *means, int arms, long horizon, double rate, long *pulls) {
    double weights[128], total = arms;
    for (int arm = 0; arm < arms; arm++) weights[arm] = 1;
    for (long t = 0; t < horizon; t++) {
        double place = total * uniform();
        int arm = 0;
        while (arm < arms - 1 && place >= weights[arm]) place -= weights[arm++];
        pulls[arm]++;
        if (uniform() < means[arm]) {
            weights[arm] *= exp(-rate * total / weights[arm]);
            total = 0;
            for (int other = 0; other < arms; other++) total += weights[other];
            if (total < 1e-100) {
                for (int other = 0; other < arms; other++) weights[other] /= total;
                total = 1;
            }
        }
    }
}

/* LinUCB with λ = 1 and noise of ±1, on actions (number, d) of these means: 128 in 8 dimensions at
   most. <x, θ̂> and xᵀ V⁻¹ x of each action are kept, as the actions do not change. */
void linucb(const double *actions, const double *means, int number, int d, long horizon,
            double log_inverse_delta, long *pulls) {
    double columns[8][128], inverse[8][8] = {{0}}, image[8], along[128], index[128];
    double values[128] = {0}, variances[128] = {0}, log_det = 0;
    for (int i = 0; i < d; i++) {
        inverse[i][i] = 1;
        for (int a = 0; a < number; a++) {
            columns[i][a] = actions[a * d + i];
            variances[a] += columns[i][a] * columns[i][a];
        }
    }
    for (long t = 0; t < horizon; t++) {
        double width = sqrt(log_det + 2 * log_inverse_delta) + 1, highest = -1e300, square = 0;
        int best = 0;
        for (int a = 0; a < number; a++) index[a] = values[a] + width * sqrt(variances[a]);
        for (int a = 0; a < number; a++) highest = index[a] > highest ? index[a] : highest;
        while (index[best] < highest - 1e-9) best++;
        pulls[best]++;
        double reward = means[best] + (uniform() < 0.5 ? -1 : 1);
        for (int i = 0; i < d; i++) {
            image[i] = 0;
            for (int j = 0; j < d; j++) image[i] += inverse[i][j] * columns[j][best];
            square += image[i] * columns[i][best];
        }
        double shift = (reward - values[best]) / (1 + square), shrink = 1 / (1 + square);
        for (int a = 0; a < number; a++) along[a] = 0;
        for (int i = 0; i < d; i++) {
            for (int a = 0; a < number; a++) along[a] += image[i] * columns[i][a];
            for (int j = 0; j < d; j++) inverse[i][j] -= shrink * image[i] * image[j];
        }
        for (int a = 0; a < number; a++) {
            values[a] += shift * along[a];
            variances[a] -= shrink * along[a] * along[a];
        }
        log_det += log(1 + square);
    }
}

/* UCB1 on 256 agents at most, who also count what neighbours pulled in the round before; those of
   agent i are others[starts[i]], ..., others[starts[i + 1] - 1]. The pulls are those of all. */
void group(const double *means, int arms, int agents, const int *starts, const int *others,
           long horizon, long *pulls) {
    static double sum[256][16], count[256][16], reward[256];
    int played[256];
    memset(sum, 0, sizeof sum), memset(count, 0, sizeof count);
    for (long t = 0; t < horizon; t++) {
        double width = 2 * log(t + 1);
        for (int i = 0; i < agents; i++) {
            int best = t < arms ? t : 0;
            double highest = -1;
            for (int arm = 0; arm < arms && t >= arms; arm++) {
                double index = sum[i][arm] / count[i][arm] + sqrt(width / count[i][arm]);
                if (index > highest) highest = index, best = arm;
            }
            played[i] = best;
            reward[i] = uniform() < means[best];
            pulls[best]++;
            sum[i][best] += reward[i], count[i][best]++;
        }
        for (int i = 0; i < agents; i++)
            for (int place = starts[i]; place < starts[i + 1]; place++) {
                int other = others[place];
                sum[i][played[other]] += reward[other], count[i][played[other]]++;
            }
    }
}
