package encore.api.export;

import encore.api.export.FanExportPart.BinaryFile;
import encore.api.wire.Wire;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.Pace;
import encore.kernel.fans.FanQuery.FindFan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Collects everything that the features export about a fan in one zip: files of JSON, ordered by their names, and then
 * other files. The zip is written while the client reads it.
 */
@Component
public class FanExporter {

    private static final int ROWS = 500;

    private final Backend backend;
    private final List<FanExportPart> parts;

    FanExporter(Backend backend, List<FanExportPart> parts) {
        this.backend = backend;
        this.parts = parts;
    }

    /** Exports a fan; fails before anything is written when the fan is unknown or erased. */
    public Mono<Flux<DataBuffer>> export(Caller caller, long fan) {
        return backend.ask(caller, new FindFan(caller.account(), fan))
                .map(known -> zip(files(caller, fan), binaryFiles(caller, fan)));
    }

    private Map<String, Publisher<?>> files(Caller caller, long fan) {
        Map<String, Publisher<?>> files = new TreeMap<>();
        for (FanExportPart part : parts) {
            part.files(backend, caller, fan).forEach((name, content) -> {
                if (files.put(name, content) != null) {
                    throw new IllegalStateException("Two features export a " + name);
                }
            });
        }
        return files;
    }

    private Flux<BinaryFile> binaryFiles(Caller caller, long fan) {
        return Flux.fromIterable(parts).concatMap(part -> part.binaryFiles(backend, caller, fan), 1);
    }

    private static Flux<DataBuffer> zip(Map<String, Publisher<?>> files, Flux<BinaryFile> binaryFiles) {
        var zipStream = new ZipStream();
        return Flux.fromIterable(files.entrySet())
                .concatMap(file -> zipStream.file(file.getKey(), json(file.getValue())), 1)
                .concatWith(binaryFiles.concatMap(file -> zipStream.file(file.name(), file.content()), 1))
                .concatWith(zipStream.end())
                .filter(bytes -> bytes.length > 0)
                .<DataBuffer>map(DefaultDataBufferFactory.sharedInstance::wrap)
                .contextWrite(Pace.STREAM::addTo);
    }

    private static Publisher<byte[]> json(Publisher<?> content) {
        return content instanceof Mono<?> value
                ? value.map(Wire.ANSWERS::writeValueAsBytes)
                : array(Flux.from(content));
    }

    private static Flux<byte[]> array(Flux<?> rows) {
        return rows.buffer(ROWS)
                .index((number, some) -> {
                    String list = Wire.ANSWERS.writeValueAsString(some);
                    return (number == 0 ? "" : ",") + list.substring(1, list.length() - 1);
                })
                .startWith("[")
                .concatWithValues("]")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }
}
