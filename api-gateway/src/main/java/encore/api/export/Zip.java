package encore.api.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writes a zip while it is read. Its files are subscribed to one after another. */
final class Zip {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final ZipOutputStream zip = new ZipOutputStream(written);

    private interface Step {
        void run() throws IOException;
    }

    Flux<byte[]> file(String name, Publisher<byte[]> content) {
        // A fixed time makes exports of the same data identical.
        var entry = new ZipEntry(name);
        entry.setTime(0);
        return Flux.concat(
                Mono.fromSupplier(() -> after(() -> zip.putNextEntry(entry))),
                Flux.from(content).map(bytes -> after(() -> zip.write(bytes))),
                Mono.fromSupplier(() -> after(zip::closeEntry)));
    }

    Mono<byte[]> end() {
        return Mono.fromSupplier(() -> after(zip::close));
    }

    /** Runs a step and returns the bytes that it has added. */
    private byte[] after(Step step) {
        try {
            step.run();
            byte[] added = written.toByteArray();
            written.reset();
            return added;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
