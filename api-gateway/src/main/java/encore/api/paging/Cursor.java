package encore.api.paging;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The state of a search between two pages. It contains everything that the next page needs, so that any gateway can
 * answer it.
 *
 * @param account the account that searches
 * @param expires when the cursor expires, in unix seconds
 * @param startedAt the time of the first page, in unix seconds
 * @param limit the number of rows of a page when the request names no limit
 * @param upToPosition the log position of the first page
 * @param earlierRows the number of rows on earlier pages
 * @param after the key of the last row of these
 * @param criteria the search's parameters, as JSON
 */
record Cursor(
        long account,
        long expires,
        long startedAt,
        int limit,
        long upToPosition,
        int earlierRows,
        String after,
        byte[] criteria) {

    private static final byte VERSION = 2;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final int CRITERIA_LIMIT = 1 << 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * Encrypts the cursor with AES-GCM. Criteria may contain names and contacts, so clients must not be able to read
     * it.
     */
    String encrypt(byte[] key) {
        try {
            byte[] nonce = new byte[NONCE];
            RANDOM.nextBytes(nonce);
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce).doFinal(bytes());
            byte[] whole = new byte[NONCE + sealed.length];
            System.arraycopy(nonce, 0, whole, 0, NONCE);
            System.arraycopy(sealed, 0, whole, NONCE, sealed.length);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Decrypts a cursor; returns null when it is forged, expired or another account's. */
    static @Nullable Cursor decrypt(String text, byte[] key, long account, Instant now) {
        try {
            byte[] whole = Base64.getUrlDecoder().decode(text);
            if (whole.length <= NONCE) {
                return null;
            }
            byte[] nonce = java.util.Arrays.copyOf(whole, NONCE);
            byte[] plain = cipher(Cipher.DECRYPT_MODE, key, nonce).doFinal(whole, NONCE, whole.length - NONCE);
            Cursor cursor = ofBytes(plain);
            boolean good = cursor != null && cursor.account == account && cursor.expires >= now.getEpochSecond();
            return good ? cursor : null;
        } catch (GeneralSecurityException | IOException | IllegalArgumentException forged) {
            return null;
        }
    }

    private byte[] bytes() throws IOException {
        var out = new ByteArrayOutputStream(128);
        try (var data = new DataOutputStream(out)) {
            data.writeByte(VERSION);
            data.writeLong(account);
            data.writeInt((int) expires);
            data.writeInt((int) startedAt);
            data.writeInt(limit);
            data.writeLong(upToPosition);
            data.writeInt(earlierRows);
            data.writeUTF(after);
            try (var deflated = new DeflaterOutputStream(data)) {
                deflated.write(criteria);
            }
        }
        return out.toByteArray();
    }

    private static @Nullable Cursor ofBytes(byte[] bytes) throws IOException {
        try (var data = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (data.readByte() != VERSION) {
                return null;
            }
            long account = data.readLong();
            long expires = Integer.toUnsignedLong(data.readInt());
            long begun = Integer.toUnsignedLong(data.readInt());
            int limit = data.readInt();
            long upTo = data.readLong();
            int earlierRows = data.readInt();
            String after = data.readUTF();
            try (var inflated = new InflaterInputStream(data)) {
                byte[] criteria = inflated.readNBytes(CRITERIA_LIMIT);
                return new Cursor(account, expires, begun, limit, upTo, earlierRows, after, criteria);
            }
        }
    }

    private static Cipher cipher(int mode, byte[] key, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }
}
