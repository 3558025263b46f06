package encore.infra.eventstore.keys;

import encore.infra.eventstore.log.StartRefused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The key that wraps all other keys. Its file has one key of 64 hexadecimal digits on each line, and must not be stored
 * with backups of the wrapped keys. The key of the first line wraps. The keys of the other lines were first earlier;
 * they unwrap keys that an unfinished rotation has not reached.
 *
 * <p>A wrapped key has 4 bytes that name the master key, 12 random bytes, and 32 bytes with their tag of 16
 * (AES-256-GCM). The purpose of the key is associated data, so that no wrapped key can be put in the place of another.
 */
public final class MasterKey {

    /** The length of every wrapped key. */
    public static final int WRAPPED_BYTES = 64;

    private static final int KEY_BYTES = 32;
    private static final int NAME_BYTES = 4;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path file;
    private volatile List<NamedKey> masterKeys;

    private record NamedKey(byte[] name, SecretKeySpec key) {

        static NamedKey of(byte[] key) {
            try {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                digest.update("encore master key\0".getBytes(StandardCharsets.US_ASCII));
                return new NamedKey(Arrays.copyOf(digest.digest(key), NAME_BYTES), new SecretKeySpec(key, "AES"));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private MasterKey(Path file, List<NamedKey> ring) {
        this.file = file;
        this.masterKeys = ring;
    }

    /**
     * Reads the file, or creates it when it does not exist and no key was wrapped yet.
     *
     * @param kept some of the stored keys, wrapped, or plain from before there was a master key
     * @throws StartRefused when the file is missing, did not wrap these keys, or may be read by every user
     */
    public static MasterKey open(Path file, Collection<byte[]> kept) {
        try {
            if (!Files.exists(file)) {
                if (kept.stream().anyMatch(MasterKey::isWrapped)) {
                    throw new StartRefused("The keys are wrapped by a master key, but its file " + file
                            + " is not there. Restore it, or set ENCORE_MASTER_KEY_FILE to its path.");
                }
                createFile(file);
            }
            MasterKey master = new MasterKey(file, read(file));
            if (!kept.stream().filter(MasterKey::isWrapped).allMatch(key -> master.findOrReload(key) != null)) {
                throw new StartRefused("The keys are not wrapped by the master key in the file " + file
                        + ". Restore the file that wrapped them, or set ENCORE_MASTER_KEY_FILE to its path.");
            }
            return master;
        } catch (IOException e) {
            throw new StartRefused(
                    "The master key's file " + file + " cannot be read or made: " + e.getMessage() + ".");
        }
    }

    /** Returns whether a key is wrapped, by its length: a plain key has 32 bytes. */
    public static boolean isWrapped(byte[] key) {
        return key.length == WRAPPED_BYTES;
    }

    /** Creates the file. When several processes do so at once, one succeeds, and the others find a complete file. */
    private static void createFile(Path file) throws IOException {
        Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
        if (!Files.exists(directory)) {
            OwnerOnlyFiles.secureDirectory(directory);
        }
        Path whole = directory.resolve(
                file.getFileName() + "." + ProcessHandle.current().pid());
        write(whole, List.of(randomKey()));
        try {
            Files.createLink(file, whole);
        } catch (FileAlreadyExistsException another) {
            // The caller reads that file next.
        } finally {
            Files.delete(whole);
        }
    }

    private static NamedKey randomKey() {
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        return NamedKey.of(key);
    }

    private static List<NamedKey> read(Path file) throws IOException {
        if (OwnerOnlyFiles.isReadableByOthers(file)) {
            throw new StartRefused("Everybody on this machine may read the master key's file " + file
                    + ". Make it readable for its owner only (chmod 600).");
        }
        List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        if (lines.isEmpty() || !lines.stream().allMatch(line -> line.matches("[0-9a-fA-F]{64}"))) {
            throw new StartRefused(
                    "The file " + file + " holds no master key: 64 hexadecimal digits (openssl rand -hex 32).");
        }
        return lines.stream()
                .map(line -> NamedKey.of(HexFormat.of().parseHex(line)))
                .toList();
    }

    private static void write(Path file, List<NamedKey> keys) throws IOException {
        Files.deleteIfExists(file); // It may be left from a process that was killed.
        OwnerOnlyFiles.createFile(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (NamedKey key : keys) {
                channel.write(ByteBuffer.wrap(
                        (HexFormat.of().formatHex(key.key().getEncoded()) + "\n").getBytes(StandardCharsets.US_ASCII)));
            }
            channel.force(true);
        }
    }

    /** Returns the purpose of the key of a subject's personal data. */
    public static String purposeOfSubject(String subject) {
        return "key " + subject;
    }

    /** Returns the purpose of one of the installation's secrets. */
    public static String purposeOfSecret(String name) {
        return "secret " + name;
    }

    /** Wraps a plain key with the first master key. */
    public byte[] wrap(String purpose, byte[] plain) {
        NamedKey first = masterKeys.getFirst();
        byte[] sealed = AesGcm.seal(first.key(), plain, purpose.getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.allocate(WRAPPED_BYTES).put(first.name()).put(sealed).array();
    }

    /**
     * Unwraps a key.
     *
     * @throws IllegalStateException when it was wrapped for another purpose, or by a key that is not in the file
     */
    public byte[] unwrap(String purpose, byte[] wrapped) {
        NamedKey by = isWrapped(wrapped) ? findOrReload(wrapped) : null;
        if (by == null) {
            throw new IllegalStateException("The " + purpose + " is not wrapped by a master key in the file");
        }
        try {
            return AesGcm.open(by.key(), wrapped, NAME_BYTES, purpose.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The " + purpose + " was wrapped for another purpose or is damaged", e);
        }
    }

    /** Returns whether a key can be unwrapped. Then it is not damaged and was wrapped for this purpose. */
    public boolean canUnwrap(String purpose, byte[] wrapped) {
        try {
            unwrap(purpose, wrapped);
            return true;
        } catch (IllegalStateException damaged) {
            return false;
        }
    }

    /**
     * Returns the same key wrapped by the first master key. The key may be plain, from before there was a master key.
     */
    public byte[] rewrap(String purpose, byte[] kept) {
        return wrap(purpose, isWrapped(kept) ? unwrap(purpose, kept) : kept);
    }

    private @Nullable NamedKey findOrReload(byte[] wrapped) {
        NamedKey found = find(wrapped);
        if (found != null) {
            return found;
        }
        try {
            // Another process may have rotated the master key.
            masterKeys = read(file);
            return find(wrapped);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable NamedKey find(byte[] wrapped) {
        for (NamedKey namedKey : masterKeys) {
            if (Arrays.equals(namedKey.name(), 0, NAME_BYTES, wrapped, 0, NAME_BYTES)) {
                return namedKey;
            }
        }
        return null;
    }

    /** Adds a new first key, unless an interrupted rotation has already done so. */
    public void addFreshKey() {
        if (masterKeys.size() == 1) {
            List<NamedKey> keys = new ArrayList<>(masterKeys);
            keys.addFirst(randomKey());
            replace(keys);
        }
    }

    /** Removes all keys except the first. Call this only when no key is wrapped by the others any more. */
    public void dropOldKeys() {
        replace(List.of(masterKeys.getFirst()));
    }

    private void replace(List<NamedKey> keys) {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            write(next, keys);
            DurableFiles.replace(file, next);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        masterKeys = List.copyOf(keys);
    }
}
