package encore.query.versions;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Reads that wait for a store over a network, several at a time: one after another they take a round trip each. */
final class ParallelReads {

    private ParallelReads() {}

    /**
     * Returns the results in the order of the reads. The first failure of a read is thrown.
     *
     * @param most the most reads at the same time; 1 to read on the caller's thread
     */
    static <T> List<T> all(List<Callable<T>> reads, int most) {
        if (most == 1) {
            return reads.stream().map(ParallelReads::one).toList();
        }
        var permits = new Semaphore(most);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> results = reads.stream()
                    .map(read -> threads.submit(() -> {
                        permits.acquire();
                        try {
                            return read.call();
                        } finally {
                            permits.release();
                        }
                    }))
                    .toList();
            return results.stream().map(ParallelReads::join).toList();
        }
    }

    private static <T> T one(Callable<T> read) {
        try {
            return read.call();
        } catch (RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static <T> T join(Future<T> result) {
        try {
            return result.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The reads were interrupted", stopped);
        }
    }
}
