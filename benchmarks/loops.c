/* The loops of UCB1 and EXP3 and nothing else: what a round costs where arithmetic is the limit. */
#include <math.h>
#include <stdint.h>

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
