package encore.command.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.AggregateUnderTest.WrittenFacts;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.media.FileMediaStore;
import encore.infra.eventstore.media.MediaStore;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.media.ImageFacts;
import encore.kernel.media.ImageType;
import encore.kernel.media.MediaCommand.AddMedia;
import encore.kernel.media.MediaCommand.DeleteMediaBytes;
import encore.kernel.media.MediaCommand.RemoveMedia;
import encore.kernel.media.MediaCommand.StoreMediaPart;
import encore.kernel.media.MediaEvent.MediaAdded;
import encore.kernel.media.MediaEvent.MediaRemoved;
import encore.kernel.media.MediaId;
import encore.kernel.media.MediaPart;
import encore.kernel.media.MediaUid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MediaHandlerTest {

    private static final MediaId PHOTO = new MediaId(7, "0192f3c1-0000-7000-8000-000000000001");
    private static final FanId ADA = new FanId(7, 42);
    private static final ImageFacts FACTS = new ImageFacts(ImageType.JPEG, 10, 20, 3);
    private static final byte[] CONTENT = {1, 2, 3};

    private final OpenStreams streams = new OpenStreams();
    private final WrittenFacts facts = new WrittenFacts();

    @TempDir
    private Path directory = Path.of("");

    private MediaStore store;
    private KeyStore keys;
    private MediaHandler handler;

    @BeforeEach
    void open() {
        store = FileMediaStore.in(directory);
        keys = SqliteKeyStore.open(directory);
        handler = new MediaHandler(store, keys);
    }

    @AfterEach
    void close() {
        keys.close();
    }

    @Test
    void an_image_is_added_after_its_bytes() {
        assertThat(handler.decide(new StoreMediaPart(PHOTO, null, 0, new MediaPart(CONTENT)), streams))
                .isEqualTo(new MediaUid(PHOTO.uid()));
        assertThat(facts.written).isEmpty();
        handler.decide(new AddMedia(PHOTO, null, FACTS, 1), streams, facts);
        assertThat(facts.written.get(PHOTO.toString()))
                .isEqualTo(new MediaAdded(
                        PHOTO, null, FACTS, 1, "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"));
    }

    @Test
    void an_image_whose_bytes_are_missing_is_not_added() {
        refused("media-incomplete", () -> handler.decide(new AddMedia(PHOTO, null, FACTS, 1), streams, facts));
        handler.decide(new StoreMediaPart(PHOTO, null, 0, new MediaPart(CONTENT)), streams);
        refused("media-incomplete", () -> handler.decide(new AddMedia(PHOTO, null, FACTS, 2), streams, facts));
        assertThat(facts.written).isEmpty();
    }

    @Test
    void the_image_of_a_fan_needs_the_fan() {
        refused("unknown-id", () -> handler.decide(new StoreMediaPart(PHOTO, ADA, 0, new MediaPart(CONTENT)), streams));
        refused("unknown-id", () -> handler.decide(new AddMedia(PHOTO, ADA, FACTS, 1), streams, facts));
        streams.open(ADA);
        refused("unknown-id", () -> handler.decide(new StoreMediaPart(PHOTO, ADA, 0, new MediaPart(CONTENT)), streams));
        keys.create(ADA.toString());
        handler.decide(new StoreMediaPart(PHOTO, ADA, 0, new MediaPart(CONTENT)), streams);
        assertThat(store.read(PHOTO, 0)).hasSizeGreaterThan(CONTENT.length);
        handler.decide(new AddMedia(PHOTO, ADA, FACTS, 1), streams, facts);
        assertThat(((MediaAdded) facts.written.get(PHOTO.toString())).fan()).isEqualTo(ADA);
    }

    @Test
    void bytes_of_an_image_that_was_added_are_never_replaced() {
        streams.begunAt(PHOTO, 5);
        refused("uid-taken", () -> handler.decide(new StoreMediaPart(PHOTO, null, 0, new MediaPart(CONTENT)), streams));
        refused("uid-taken", () -> handler.decide(new AddMedia(PHOTO, null, FACTS, 1), streams, facts));
    }

    @Test
    void a_part_is_within_its_bounds() {
        assertThatThrownBy(() -> handler.decide(
                        new StoreMediaPart(PHOTO, null, 0, new MediaPart(new byte[MediaPart.MAX_BYTES + 1])), streams))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> handler.decide(
                        new StoreMediaPart(PHOTO, null, MediaPart.MAX_PARTS, new MediaPart(CONTENT)), streams))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(store.read(PHOTO, 0)).isNull();
    }

    @Test
    void an_image_is_removed_and_then_its_bytes() {
        refused("unknown", () -> handler.decide(new RemoveMedia(PHOTO), streams, facts));
        store.write(PHOTO, 0, CONTENT);
        streams.begun(PHOTO, new MediaAdded(PHOTO, ADA, FACTS, 1, "h"));
        handler.decide(new DeleteMediaBytes(PHOTO), streams);
        assertThat(store.read(PHOTO, 0)).as("while it is there").isNotNull();
        handler.decide(new RemoveMedia(PHOTO), streams, facts);
        assertThat(facts.written.get(PHOTO.toString())).isEqualTo(new MediaRemoved(PHOTO, ADA));
        streams.ended(PHOTO);
        refused("unknown", () -> handler.decide(new RemoveMedia(PHOTO), streams, facts));
        handler.decide(new DeleteMediaBytes(PHOTO), streams);
        handler.decide(new DeleteMediaBytes(PHOTO), streams);
        assertThat(store.read(PHOTO, 0)).isNull();
    }

    @Test
    void bytes_that_no_event_names_are_deleted_when_they_are_old() {
        MediaId unnamed = new MediaId(7, "0192f3c1-0000-7000-8000-000000000002");
        store.write(PHOTO, 0, CONTENT);
        store.write(unnamed, 0, CONTENT);
        streams.open(PHOTO);
        UnnamedMediaBytes housekeeping = new UnnamedMediaBytes(store, streams);
        assertThat(housekeeping.deleteOlderThan(Instant.now().minusSeconds(60))).isZero();
        assertThat(housekeeping.deleteOlderThan(Instant.now().plusSeconds(60))).isOne();
        assertThat(store.read(PHOTO, 0)).isEqualTo(CONTENT);
        assertThat(store.read(unnamed, 0)).isNull();
    }

    @Test
    void bytes_that_an_event_named_at_the_last_look_are_not_asked_about_again() throws Exception {
        MediaId unnamed = new MediaId(7, "0192f3c1-0000-7000-8000-000000000002");
        Instant noon = Instant.parse("2026-03-01T12:00:00Z");
        store.write(PHOTO, 0, CONTENT);
        storedAt(PHOTO, noon.minusSeconds(1));
        streams.open(PHOTO);
        UnnamedMediaBytes housekeeping = new UnnamedMediaBytes(store, streams);
        assertThat(housekeeping.deleteOlderThan(noon)).isZero();
        streams.ended(PHOTO);
        store.write(unnamed, 0, CONTENT);
        storedAt(unnamed, noon);
        assertThat(housekeeping.deleteOlderThan(noon)).isZero();
        assertThat(housekeeping.deleteOlderThan(noon.plusSeconds(1))).isOne();
        assertThat(store.read(unnamed, 0)).isNull();
        assertThat(store.read(PHOTO, 0)).isEqualTo(CONTENT);
    }

    private void storedAt(MediaId media, Instant time) throws IOException {
        Files.setLastModifiedTime(directory.resolve("media").resolve(media.toString()), FileTime.from(time));
    }

    private static void refused(String type, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo(type));
    }
}
