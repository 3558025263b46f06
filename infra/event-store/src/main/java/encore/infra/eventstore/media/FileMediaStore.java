package encore.infra.eventstore.media;

import encore.infra.eventstore.keys.DurableFiles;
import encore.infra.eventstore.keys.OwnerOnlyFiles;
import encore.kernel.StreamId;
import encore.kernel.media.MediaId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores media as files: {@code media/<stream>/<part>} in the data directory. A file gets its name after its bytes are
 * on the disk.
 */
public final class FileMediaStore implements MediaStore {

    private static final String DIRECTORY = "media";
    private static final String UNFINISHED = ".tmp";

    /** The names of streams that become names of directories. Uids are minted, so no other name is ever stored. */
    private static final Pattern NAME = Pattern.compile("media\\.\\d{1,19}\\.[0-9A-Za-z-]{1,64}");

    private final Path root;

    private FileMediaStore(Path root) {
        this.root = root;
    }

    /** Returns the store in a data directory, or in a backup of one. */
    public static FileMediaStore in(Path dataDirectory) {
        return new FileMediaStore(dataDirectory.resolve(DIRECTORY));
    }

    @Override
    public void write(MediaId media, int part, byte[] bytes) {
        Path directory = directory(media);
        try {
            if (!Files.isDirectory(directory)) {
                OwnerOnlyFiles.secureDirectory(root);
                OwnerOnlyFiles.secureDirectory(directory);
                DurableFiles.sync(root);
                DurableFiles.syncDirectoryOf(root);
            }
            Path unfinished = directory.resolve(part + UNFINISHED);
            OwnerOnlyFiles.createFile(unfinished);
            Files.write(unfinished, bytes);
            DurableFiles.sync(unfinished);
            DurableFiles.replace(directory.resolve(Integer.toString(part)), unfinished);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public byte @Nullable [] read(MediaId media, int part) {
        if (!NAME.matcher(media.toString()).matches()) {
            return null;
        }
        try {
            return Files.readAllBytes(directory(media).resolve(Integer.toString(part)));
        } catch (NoSuchFileException missing) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void delete(MediaId media) {
        Path directory = directory(media);
        try {
            if (Files.isDirectory(directory)) {
                for (Path file : list(directory)) {
                    Files.deleteIfExists(file);
                }
                Files.deleteIfExists(directory);
                DurableFiles.sync(root);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void forEach(BiConsumer<MediaId, Instant> asset) {
        try {
            for (Path directory : list(root)) {
                String name = String.valueOf(directory.getFileName());
                if (NAME.matcher(name).matches()) {
                    try {
                        asset.accept(
                                StreamId.parse(MediaId.class, name),
                                Files.getLastModifiedTime(directory).toInstant());
                    } catch (NoSuchFileException deleted) {
                        // It was removed since the directory was listed.
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Copies all parts that another store does not have yet, durable on return. Media that are removed at the same time
     * are skipped.
     */
    public void copyMissingTo(FileMediaStore other) {
        forEach((media, at) -> {
            try {
                for (Path file : list(directory(media))) {
                    String name = String.valueOf(file.getFileName());
                    if (!name.endsWith(UNFINISHED)
                            && !Files.exists(other.directory(media).resolve(name))) {
                        other.write(media, Integer.parseInt(name), Files.readAllBytes(file));
                    }
                }
            } catch (NoSuchFileException removed) {
                // It was removed since it was listed.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Deletes everything in this store. */
    public void deleteAll() {
        forEach((media, at) -> delete(media));
    }

    private Path directory(MediaId media) {
        String name = media.toString();
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("No media can have this name: " + name);
        }
        return root.resolve(name);
    }

    private static List<Path> list(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }
}
