package encore.infra.eventstore.media;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.media.MediaId;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract that every adapter of the {@link MediaStore} must fulfil. */
public abstract class MediaStoreContract {

    private static final MediaId PHOTO = new MediaId(7, "0192f3c1-0000-7000-8000-000000000001");
    private static final MediaId OTHER = new MediaId(7, "0192f3c1-0000-7000-8000-000000000002");

    protected abstract MediaStore open();

    @Test
    void stored_parts_are_read_until_they_are_deleted() throws Exception {
        try (MediaStore store = open()) {
            byte[] first = new byte[1 << 20];
            first[17] = 3;
            store.write(PHOTO, 0, first);
            store.write(PHOTO, 1, new byte[] {1, 2});
            store.write(OTHER, 0, new byte[] {9});
            assertThat(store.read(PHOTO, 0)).isEqualTo(first);
            assertThat(store.read(PHOTO, 1)).containsExactly(1, 2);
            assertThat(store.read(PHOTO, 2)).isNull();
            assertThat(store.read(new MediaId(8, PHOTO.uid()), 0)).isNull();
            assertThat(store.read(new MediaId(7, "../../" + PHOTO.uid()), 0)).isNull();
            store.write(PHOTO, 1, new byte[] {4});
            assertThat(store.read(PHOTO, 1)).containsExactly(4);

            store.delete(PHOTO);
            store.delete(PHOTO);
            assertThat(store.read(PHOTO, 0)).isNull();
            assertThat(store.read(OTHER, 0)).containsExactly(9);
        }
    }

    @Test
    void each_asset_is_listed_once_with_the_time_of_its_last_part() throws Exception {
        try (MediaStore store = open()) {
            Instant before = Instant.now().minusSeconds(2);
            for (int part = 0; part < 3; part++) {
                store.write(PHOTO, part, new byte[] {1});
                store.write(OTHER, part, new byte[] {1});
            }
            Map<MediaId, Instant> listed = new HashMap<>();
            store.forEach((media, at) -> assertThat(listed.put(media, at)).isNull());
            assertThat(listed).containsOnlyKeys(PHOTO, OTHER);
            assertThat(listed.values()).allMatch(at -> at.isAfter(before));
        }
    }
}
