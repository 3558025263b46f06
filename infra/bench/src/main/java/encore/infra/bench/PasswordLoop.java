package encore.infra.bench;

import java.nio.charset.StandardCharsets;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Computes Argon2id as the gateway does, with Bouncy Castle and nothing else: the peer of password logins. It prints the
 * computations a second after a warm-up of five seconds. Arguments: threads, seconds.
 */
public final class PasswordLoop {

    private static final int WARM_UP_SECONDS = 5;
    private static final int KIBIBYTES = 19 * 1024;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int HASH_BYTES = 32;

    private PasswordLoop() {}

    public static void main(String[] args) throws InterruptedException {
        int threads = Integer.parseInt(args[0]);
        int seconds = Integer.parseInt(args[1]);
        long countedFrom = System.nanoTime() + WARM_UP_SECONDS * 1_000_000_000L;
        long end = countedFrom + seconds * 1_000_000_000L;
        long[] counts = new long[threads];
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int number = i;
            all[i] = new Thread(() -> counts[number] = compute(countedFrom, end));
            all[i].start();
        }
        long count = 0;
        for (int i = 0; i < threads; i++) {
            all[i].join();
            count += counts[i];
        }
        System.out.printf("%.1f%n", count / (double) seconds);
    }

    private static long compute(long countedFrom, long end) {
        long count = 0;
        byte[] hash = new byte[HASH_BYTES];
        byte[] password = "correct horse".getBytes(StandardCharsets.UTF_8);
        while (true) {
            Argon2BytesGenerator generator = new Argon2BytesGenerator();
            generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                    .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                    .withMemoryAsKB(KIBIBYTES)
                    .withIterations(PASSES)
                    .withParallelism(LANES)
                    .withSalt(new byte[16])
                    .build());
            generator.generateBytes(password, hash);
            long now = System.nanoTime();
            if (now > end) {
                return count;
            }
            if (now > countedFrom) {
                count++;
            }
        }
    }
}
