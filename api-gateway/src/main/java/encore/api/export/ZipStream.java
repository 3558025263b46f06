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
final class ZipStream {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final ZipOutputStream zip = new ZipOutputStream(written);

    private interface ZipStep {
        void run() throws IOException;
    }

    Flux<byte[]> file(String name, Publisher<byte[]> content) {
        // A fixed time makes exports of the same data identical.
        var entry = new ZipEntry(name);
        entry.setTime(0);
        return Flux.concat(
                Mono.fromSupplier(() -> write(() -> zip.putNextEntry(entry))),
                Flux.from(content).map(bytes -> write(() -> zip.write(bytes))),
                Mono.fromSupplier(() -> write(zip::closeEntry)));
    }

    Mono<byte[]> end() {
        return Mono.fromSupplier(() -> write(zip::close));
    }

    /** Runs a step and returns the bytes that it has added. */
    private byte[] write(ZipStep zipStep) {
        try {
            zipStep.run();
            byte[] added = written.toByteArray();
            written.reset();
            return added;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
