package encore.api.export;

import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import java.util.Map;
import org.reactivestreams.Publisher;

/** A feature's part of all there is of a fan: a component in the feature's package. */
public interface FanExport {

    /**
     * The part's files by their names. Each is asked for once the one before it is written: a {@code Mono} becomes one
     * JSON value, a {@code Flux} an array that is never held as a whole.
     */
    Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan);
}
