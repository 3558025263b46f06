package encore.infra.views.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import encore.infra.views.DocumentCaches;
import encore.infra.views.LogHashes;
import encore.infra.views.Views;
import encore.infra.views.ViewsUnavailable;
import encore.infra.views.sqlite.file.FileOwner;
import encore.infra.views.sqlite.file.FileVerification;
import encore.infra.views.sqlite.file.ViewFilePermissions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The view store in the data directory: {@code views/<projection>.v<n>.db}, and a file that names the serving version.
 */
public final class SqliteViews implements Views {

    /** The system property that makes the store check every statement's plan, as tests do. */
    public static final String CHECK_PLANS = "encore.views.check-plans";

    private static final Logger LOG = LoggerFactory.getLogger(SqliteViews.class);
    private static final Pattern VERSION_NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern FILE_NAME = Pattern.compile("(.+)\\.v(\\d+)\\.db");
    static final String IMAGE_SUFFIX = "-image";
    private static final int MAX_POINTER_BYTES = 64;
    /** Resources that were idle for this long are released. */
    private static final Duration MAX_IDLE = Duration.ofSeconds(10);

    private final Path directory;
    private final @Nullable Set<String> checkedPlans;
    private final ReaderThreads readerThreads = new ReaderThreads(readers());
    final WriterMemory writerMemory = new WriterMemory();
    private final ScheduledExecutorService idleSweeper = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("views-resting").daemon().factory());
    private final Cache<SqliteVersion.CacheKey, SqliteVersion.CachedDocument> documentCache =
            DocumentCaches.create(SqliteVersion.CachedDocument::bytes);
    private final Map<Path, SqliteVersion> open = new ConcurrentHashMap<>();

    private final @Nullable LogHashes logHashes;

    private SqliteViews(Path directory, boolean checkPlans, @Nullable LogHashes logHashes) {
        this.directory = directory;
        this.logHashes = logHashes;
        this.checkedPlans = checkPlans ? ConcurrentHashMap.newKeySet() : null;
        idleSweeper.scheduleWithFixedDelay(
                () -> releaseIdle(MAX_IDLE), MAX_IDLE.toSeconds(), MAX_IDLE.toSeconds(), TimeUnit.SECONDS);
    }

    public static SqliteViews open(Path dataDirectory) {
        return open(dataDirectory, Boolean.getBoolean(CHECK_PLANS));
    }

    /**
     * Opens the store for the projections of one log. Files that were made from another log are deleted and rebuilt.
     */
    public static SqliteViews open(Path dataDirectory, LogHashes logHashes) {
        return open(dataDirectory, Boolean.getBoolean(CHECK_PLANS), logHashes);
    }

    /**
     * Opens the store.
     *
     * @param checkPlans whether each statement's plan is checked before it runs, and a scan refused
     */
    public static SqliteViews open(Path dataDirectory, boolean checkPlans) {
        return open(dataDirectory, checkPlans, null);
    }

    private static SqliteViews open(Path dataDirectory, boolean checkPlans, @Nullable LogHashes logHashes) {
        return new SqliteViews(
                ViewFilePermissions.createDirectory(dataDirectory.resolve("views")), checkPlans, logHashes);
    }

    @Override
    public Version open(Shape shape, int version, int partitions) {
        SqliteVersion opened = open.computeIfAbsent(file(shape.projection(), version), file -> {
            FileOwner owner = new FileOwner(shape.projection(), version, logHashes);
            if (!FileVerification.isSound(file, shape, owner)) {
                LOG.warn("{} is deleted and rebuilt from the log", file);
                delete(file);
            }
            return new SqliteVersion(
                    shape, owner, partitions, file, readerThreads, writerMemory, documentCache, checkedPlans);
        });
        if (!opened.shape.equals(shape)) {
            throw new IllegalStateException(shape.projection() + " is already open with other collections");
        }
        return opened;
    }

    private Path file(String projection, int version) {
        return directory.resolve(projection + ".v" + version + ".db");
    }

    private Path servingFile(String projection) {
        return directory.resolve(projection + ".serving");
    }

    @Override
    public int servingVersion(String projection) {
        try {
            Path pointer = servingFile(projection);
            if (!Files.exists(pointer)) {
                return 1;
            }
            String content = readPointer(pointer);
            List<Integer> existing = versions(projection);
            if (VERSION_NUMBER.matcher(content).matches() && existing.contains(Integer.valueOf(content))) {
                return Integer.parseInt(content);
            }
            LOG.warn("{} does not name an existing version; the latest version serves", pointer);
            return existing.isEmpty() ? 1 : existing.getLast();
        } catch (IOException e) {
            throw new ViewsUnavailable(e);
        }
    }

    private static String readPointer(Path pointer) throws IOException {
        try (InputStream file = Files.newInputStream(pointer)) {
            // Read as ISO 8859-1: a damaged file need not be valid UTF-8.
            return new String(file.readNBytes(MAX_POINTER_BYTES), StandardCharsets.ISO_8859_1).strip();
        }
    }

    @Override
    public void serve(String projection, int version) {
        if (!versions(projection).contains(version)) {
            throw new IllegalArgumentException(projection + " has no version " + version);
        }
        Path next = directory.resolve(projection + ".serving.next");
        try {
            Files.write(next, (version + "\n").getBytes(UTF_8));
            sync(next);
            Files.move(next, servingFile(projection), StandardCopyOption.ATOMIC_MOVE);
            sync(directory);
        } catch (IOException e) {
            throw new ViewsUnavailable(e);
        }
    }

    private static void sync(Path path) throws IOException {
        boolean file = Files.isRegularFile(path);
        try (FileChannel channel = FileChannel.open(path, file ? StandardOpenOption.WRITE : StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public List<Integer> versions(String projection) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> FILE_NAME.matcher(String.valueOf(file.getFileName())))
                    .filter(Matcher::matches)
                    .filter(name -> name.group(1).equals(projection))
                    .map(name -> Integer.valueOf(name.group(2)))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw new ViewsUnavailable(e);
        }
    }

    @Override
    public void drop(String projection, int version) {
        if (servingVersion(projection) == version) {
            throw new IllegalArgumentException("Version " + version + " of " + projection + " serves");
        }
        Path file = file(projection, version);
        SqliteVersion opened = open.remove(file);
        if (opened != null) {
            opened.close();
        }
        delete(file);
    }

    private static void delete(Path file) {
        try {
            for (String part : List.of(IMAGE_SUFFIX, "-shm", "-wal", "")) {
                Files.deleteIfExists(file.resolveSibling(file.getFileName() + part));
            }
        } catch (IOException e) {
            throw new ViewsUnavailable(e);
        }
    }

    /**
     * Returns the position of each version in a data directory that no process has open, by file. A log that ends
     * before such a position has lost events. A damaged version reports 0.
     */
    public static Map<Path, Long> positions(Path dataDirectory) {
        Path views = dataDirectory.resolve("views");
        Map<Path, Long> found = new TreeMap<>();
        if (Files.isDirectory(views)) {
            for (Path file : files(views)) {
                found.put(file, FileVerification.highestPosition(file));
            }
        }
        return found;
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> FILE_NAME
                            .matcher(String.valueOf(file.getFileName()))
                            .matches())
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw new ViewsUnavailable(e);
        }
    }

    /** Deletes the versions whose positions are beyond the log's head. They are rebuilt from it. */
    public static List<Path> dropBeyond(Path dataDirectory, long head) {
        List<Path> beyond = new ArrayList<>();
        positions(dataDirectory).forEach((file, position) -> {
            if (position > head) {
                delete(file);
                beyond.add(file);
            }
        });
        return beyond;
    }

    @Override
    public boolean scrub() {
        boolean all = true;
        for (SqliteVersion version : open.values()) {
            all &= version.scrub();
        }
        return all;
    }

    /** Releases readers and writers' page caches that were idle for the given time. */
    void releaseIdle(Duration idle) {
        long before = System.nanoTime() - idle.toNanos();
        for (SqliteVersion version : open.values()) {
            try {
                version.releaseIdle(before);
            } catch (RuntimeException e) {
                LOG.warn(
                        "The idle connections of {} could not be closed: {}",
                        version.file,
                        e.getClass().getName());
            }
        }
    }

    @Override
    public void close() {
        idleSweeper.shutdownNow();
        readerThreads.close();
        open.values().forEach(SqliteVersion::close);
        open.clear();
    }
}
