package encore.query;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.testmongo.MongoForTests;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.mongo.MongoViews;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Event;
import encore.query.image.ImageFile;
import encore.query.projection.Projection;
import encore.query.projection.ProjectionHandlers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A projection on real files, given events as the runner gives them: {@code board.given(...)}, then a question; {@code
 * replayed()} is the same made anew from the same events, {@code restarted()} the same on the same files.
 */
public final class ProjectionUnderTest<P extends Projection> implements AutoCloseable {

    /** The time of the first event; each later one is a second later, unless {@link #at} says otherwise. */
    public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final Supplier<P> maker;
    private final Supplier<Views> store;
    private final P projection;
    private final ProjectionHandlers handlers;
    private final Views views;
    private final Path files;
    private final Views.Version version;
    private final List<RecordedEvent> received = new ArrayList<>();
    private Instant now = START;

    public ProjectionUnderTest(Supplier<P> maker) {
        this(maker, newDirectory());
    }

    private ProjectionUnderTest(Supplier<P> maker, Path files) {
        this(maker, files, () -> SqliteViews.open(files, true));
    }

    /** The same in documents of MongoDB. */
    public static <P extends Projection> ProjectionUnderTest<P> onMongo(Supplier<P> maker) {
        String uri = MongoForTests.uri();
        return new ProjectionUnderTest<>(maker, newDirectory(), () -> MongoViews.open(uri));
    }

    private ProjectionUnderTest(Supplier<P> maker, Path files, Supplier<Views> store) {
        this.maker = maker;
        this.store = store;
        this.projection = maker.get();
        this.handlers = new ProjectionHandlers(projection);
        this.files = files;
        this.views = store.get();
        this.version = views.open(projection.shape(), 1);
        if (projection instanceof Projection.InMemory memory) {
            memory.useVersion(version);
            version.read(documents -> {
                memory.load(documents);
                return documents.position();
            });
        }
    }

    private static Path newDirectory() {
        try {
            Path directory = Files.createTempDirectory("projection");
            directory.toFile().deleteOnExit();
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public P projection() {
        return projection;
    }

    /** The next events happen at this time. */
    public ProjectionUnderTest<P> at(Instant time) {
        now = time;
        return this;
    }

    /** One batch. */
    public ProjectionUnderTest<P> given(Event... events) {
        List<RecordedEvent> batch = recorded(events);
        received.addAll(batch);
        return feed(batch);
    }

    /** The first cannot be applied at first: it is a dead letter that is tried again after the others. */
    public ProjectionUnderTest<P> givenLate(Event letter, Event... meanwhile) {
        Event[] all = Stream.concat(Stream.of(letter), Stream.of(meanwhile)).toArray(Event[]::new);
        List<RecordedEvent> batch = recorded(all);
        received.addAll(batch);
        feed(batch.subList(1, batch.size()));
        try (Documents.Batch documents = version.begin()) {
            handle(batch.getFirst(), documents);
            documents.commit(received.size());
        }
        return this;
    }

    private List<RecordedEvent> recorded(Event... events) {
        List<RecordedEvent> batch = new ArrayList<>();
        for (Event event : events) {
            batch.add(new RecordedEvent(
                    event,
                    received.size() + batch.size() + 1L,
                    now,
                    "stream",
                    0,
                    new RecordedEvent.Origin(7, "key", "Command", "request")));
            now = now.plusSeconds(1);
        }
        return batch;
    }

    private ProjectionUnderTest<P> feed(List<RecordedEvent> batch) {
        try (Documents.Batch documents = version.begin()) {
            for (RecordedEvent recordedEvent : batch) {
                documents.mark();
                handle(recordedEvent, documents);
            }
            documents.commit(batch.getLast().position());
        }
        if (projection instanceof Projection.InMemory memory) {
            memory.apply(batch);
        }
        return this;
    }

    private void handle(RecordedEvent recordedEvent, Documents.Batch documents) {
        try {
            handlers.apply(recordedEvent, documents);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** What it writes to. */
    public Views.Version version() {
        return version;
    }

    /** Answers from the documents as they are. */
    public <R> R read(Function<Documents, R> question) {
        return version.read(question);
    }

    /** What the documents add up to; equal for equal documents. */
    public List<Views.Sum> checksums() {
        return version.checksums();
    }

    /** Another one, made of the same events in one batch; then the last event comes once more. */
    public ProjectionUnderTest<P> replayed() {
        var again = new ProjectionUnderTest<>(maker);
        again.received.addAll(received);
        again.feed(received);
        try (Documents.Batch documents = again.version.begin()) {
            again.handle(received.getLast(), documents);
            documents.commit(received.size());
        }
        return again;
    }

    /** Another one on the same files, as after a restart. */
    public ProjectionUnderTest<P> restarted() {
        views.close();
        var again = new ProjectionUnderTest<>(maker, files, store);
        again.received.addAll(received);
        again.now = now;
        return again;
    }

    /** Another one on the same files that reads the image of this one's memory, as after a stop. */
    public ProjectionUnderTest<P> resumed() {
        ImageFile image = writeImage();
        ProjectionUnderTest<P> again = restarted();
        if (image.read(state -> true, (Projection.Imaged) again.projection).isEmpty()) {
            throw new IllegalStateException("There is no image");
        }
        return again;
    }

    /** The image of its memory, byte for byte. */
    public String image() {
        writeImage();
        try {
            return Files.readString(files.resolve("image"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ImageFile writeImage() {
        var image = new ImageFile(
                files.resolve("image"), new ImageFile.ImageOwner("projection", 1, ""), position -> new byte[0]);
        image.write(new ImageFile.ImageState(received.size(), Set.of()), (Projection.Imaged) projection);
        return image;
    }

    @Override
    public void close() {
        views.close();
        try (var all = Files.walk(files)) {
            Path[] deepestFirst =
                    all.sorted(java.util.Comparator.reverseOrder()).toArray(Path[]::new);
            for (Path path : Arrays.asList(deepestFirst)) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
