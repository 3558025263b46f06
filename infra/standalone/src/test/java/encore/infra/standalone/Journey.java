package encore.infra.standalone;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * A journey goes through the real gateway and all sides: on embedded stores, and as processes, which have the adapters
 * of MongoDB and the peers between them. Where a class says so by {@link RunsOn}, elsewhere. A test that configures its
 * server starts one of its own by {@link RunningEncore#on}; what must outlive a stop is in {@link RestartJourneyTest}.
 */
@ParameterizedClass
@ArgumentsSource(RunsOn.Wanted.class)
@RunsOn(
        value = {Arrangement.EMBEDDED, Arrangement.PROCESSES},
        because = "what differs between arrangements are the stores and the ways between the sides")
abstract class Journey extends OnSharedServer {

    @Parameter
    Arrangement arrangement = Arrangement.EMBEDDED;

    @Override
    Arrangement arrangement() {
        return arrangement;
    }

    @AfterEach
    void cut_off_clients() {
        LiveClient.cutOffAll(api.url());
    }

    /** What calls are answered that are made at the same time. */
    static <T> List<T> together(List<Callable<T>> calls) throws Exception {
        List<T> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<T> call : threads.invokeAll(calls)) {
                answers.add(call.get());
            }
        }
        return answers;
    }

    /**
     * Returns the position at which the log of all accounts ends. It waits until the node that is asked knows what other
     * nodes wrote a moment ago.
     */
    protected String head() {
        String before;
        String now = headAsked();
        do {
            before = now;
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            now = headAsked();
        } while (!now.equals(before));
        return now;
    }

    /** A write that changes nothing answers the position at which it was decided. */
    private String headAsked() {
        return String.valueOf(api.post("/api/v1/crm/points", "point_name", "stars")
                .mustBe(200)
                .header("Encore-Position"));
    }
}
