package encore.infra.standalone;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
}
