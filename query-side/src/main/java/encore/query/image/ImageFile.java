package encore.query.image;

import encore.kernel.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The image of what one projection holds in memory, as of one position. It is a way to start sooner and nothing else: what
 * is missing, damaged or of another build is passed over. It has what the documents beside it have, and goes with them.
 */
public final class ImageFile {

    private static final Logger LOG = LoggerFactory.getLogger(ImageFile.class);

    /** Names the classes that wrote an image, since it is as they hold things; empty where that cannot be told. */
    private static final String BUILD = Build.of(List.of(ImageFile.class, Event.class, RoaringBitmap.class));

    private final Path file;

    /** What an image is of, ahead of it. */
    private static final class Head implements Image.Parts {

        String build = BUILD;
        long position;
        Set<Long> missed = new HashSet<>();

        @Override
        public void image(Image image) {
            build = image.name(build);
            position = image.number(position);
            image.all(missed, image::id);
        }
    }

    /**
     * As of when an image is.
     *
     * @param position of the last event that is in it
     * @param missed the dead letters before that are not in it
     */
    public record Taken(long position, Set<Long> missed) {

        public Taken {
            missed = Set.copyOf(missed);
        }
    }

    /** Whether what is found is as good as the documents. */
    public interface Fits {

        boolean to(Taken taken);
    }

    public ImageFile(Path file) {
        this.file = file;
    }

    /** Writes an image over the one before: in no other place may something be left of what is erased later. */
    public void write(Taken taken, Image.Parts held) {
        if (BUILD.isEmpty()) {
            return;
        }
        try {
            try (Image image = Image.written(file)) {
                Head head = new Head();
                head.position = taken.position;
                head.missed = taken.missed;
                head.image(image);
                held.image(image);
                image.end();
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.info(
                    "{} is not written, and the next start takes longer: {}",
                    file,
                    e.getClass().getName());
            delete();
        } catch (RuntimeException e) {
            // Not the disk's fault but that of who holds something, who is to hear of it.
            delete();
            throw e;
        }
    }

    /** Reads what fits; of what does not, some may have been read. */
    public Optional<Taken> read(Fits fits, Image.Parts into) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (Image image = Image.read(file)) {
            Head head = new Head();
            head.image(image);
            Taken taken = new Taken(head.position, head.missed);
            if (head.build.equals(BUILD) && fits.to(taken)) {
                into.image(image);
                return Optional.of(taken);
            }
        } catch (IOException | RuntimeException e) {
            LOG.info("{} is passed over: {}", file, e.getClass().getName());
        }
        delete();
        return Optional.empty();
    }

    /** Leaves nothing of what it has. */
    public void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
