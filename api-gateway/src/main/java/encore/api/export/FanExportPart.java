package encore.api.export;

import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import java.util.Map;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** A feature's part of a fan's export. The feature implements it as a component in its own package. */
public interface FanExportPart {

    /**
     * Returns the part's files by name. Each is subscribed to after the one before it was written. A {@code Mono}
     * becomes one JSON value, a {@code Flux} an array that is never in memory as a whole.
     */
    Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan);

    /** Returns the part's files that are no JSON. Each is subscribed to after the one before it was written. */
    default Flux<BinaryFile> binaryFiles(Backend backend, Caller caller, long fan) {
        return Flux.empty();
    }

    /**
     * A file of an export.
     *
     * @param name its name in the zip
     * @param content its bytes, in pieces
     */
    record BinaryFile(String name, Flux<byte[]> content) {}
}
