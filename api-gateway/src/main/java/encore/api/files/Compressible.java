package encore.api.files;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.util.DigestUtils;

/** A document in memory, with its compressed form and a tag, so that who has it already is answered 304. */
public final class Compressible {

    private final byte[] plain;
    private final byte[] compressed;
    private final String tag;

    public Compressible(byte[] bytes) {
        plain = bytes.clone();
        compressed = Gzip.compress(bytes);
        tag = DigestUtils.md5DigestAsHex(bytes);
    }

    /** Answers the document in the form that the caller takes. */
    public ResponseEntity<byte[]> respond(HttpHeaders asked) {
        boolean isCompressed = Gzip.isAccepted(asked);
        var answer = ResponseEntity.ok()
                .varyBy(HttpHeaders.ACCEPT_ENCODING)
                .cacheControl(CacheControl.noCache())
                .eTag(isCompressed ? Gzip.tag(tag) : tag);
        return isCompressed
                ? answer.header(HttpHeaders.CONTENT_ENCODING, Gzip.NAME).body(compressed)
                : answer.body(plain);
    }
}
