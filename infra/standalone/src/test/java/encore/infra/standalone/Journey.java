package encore.infra.standalone;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A journey goes through the real gateway and all sides, in each arrangement that is wanted. A test that configures its
 * server starts one of its own by {@link RunningEncore#on}; what must outlive a stop is in {@link RestartJourneyTest}.
 */
@ParameterizedClass
@MethodSource("encore.infra.standalone.RunningEncore$Arrangement#wanted")
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
