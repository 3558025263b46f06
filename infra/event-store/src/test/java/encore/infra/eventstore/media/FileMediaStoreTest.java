package encore.infra.eventstore.media;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.keys.AesGcm;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.kernel.fans.FanId;
import encore.kernel.media.MediaId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileMediaStoreTest extends MediaStoreContract {

    private static final MediaId PHOTO = new MediaId(7, "0192f3c1-0000-7000-8000-000000000003");
    private static final FanId ADA = new FanId(7, 42);
    private static final byte[] CONTENT = "a photo of Ada".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path directory = Path.of("");

    @Override
    protected MediaStore open() {
        return FileMediaStore.in(directory);
    }

    @Test
    void only_the_user_that_runs_it_may_read_it() throws Exception {
        open().write(PHOTO, 0, CONTENT);
        Path asset = directory.resolve("media").resolve(PHOTO.toString());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(asset)))
                .isEqualTo("rwx------");
    }

    @Test
    void a_copy_has_what_it_lacked_and_nothing_unfinished(@TempDir Path elsewhere) throws Exception {
        FileMediaStore store = FileMediaStore.in(directory);
        FileMediaStore copy = FileMediaStore.in(elsewhere);
        store.write(PHOTO, 0, CONTENT);
        store.copyMissingTo(copy);
        store.write(PHOTO, 1, CONTENT);
        Files.write(directory.resolve("media").resolve(PHOTO.toString()).resolve("2.tmp"), CONTENT);
        store.copyMissingTo(copy);
        assertThat(copy.read(PHOTO, 1)).isEqualTo(CONTENT);
        assertThat(elsewhere.resolve("media").resolve(PHOTO.toString())).isDirectoryNotContaining("glob:**tmp");
        copy.deleteAll();
        assertThat(copy.read(PHOTO, 0)).isNull();
        assertThat(store.read(PHOTO, 0)).isEqualTo(CONTENT);
    }

    @Test
    void a_fan_s_bytes_are_encrypted_and_cannot_be_read_after_its_erasure() throws Exception {
        try (SqliteKeyStore keys = SqliteKeyStore.open(directory)) {
            MediaStore store = open();
            MediaBytes bytes = new MediaBytes(store, keys);
            assertThat(bytes.store(PHOTO, ADA, 0, CONTENT)).as("without a key").isFalse();
            keys.create(ADA.toString());
            assertThat(bytes.store(PHOTO, ADA, 0, CONTENT)).isTrue();
            assertThat(new String(store.read(PHOTO, 0), StandardCharsets.ISO_8859_1))
                    .doesNotContain("Ada")
                    .hasSize(CONTENT.length + AesGcm.NONCE_BYTES + 16);
            assertThat(bytes.load(PHOTO, ADA, 0)).isEqualTo(CONTENT);
            assertThat(bytes.hash(PHOTO, 1)).hasSize(64);
            assertThat(bytes.hash(PHOTO, 2)).as("a part is missing").isNull();
            keys.destroy(ADA.toString());
            assertThat(bytes.load(PHOTO, ADA, 0)).isNull();
        }
    }
}
