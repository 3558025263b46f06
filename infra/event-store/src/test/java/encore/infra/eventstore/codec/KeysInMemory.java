package encore.infra.eventstore.codec;

import encore.infra.eventstore.keys.KeyStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Keys for the tests of the codec. */
final class KeysInMemory implements KeyStore {

    private final Map<String, byte[]> keys = new HashMap<>();

    @Override
    public byte[] create(String subject) {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        keys.put(subject, key);
        return key;
    }

    @Override
    public byte[] find(String subject) {
        return keys.get(subject);
    }

    @Override
    public void destroy(Collection<String> subjects) {
        keys.keySet().removeAll(subjects);
    }

    @Override
    public byte[] installation(String name) {
        return Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), 32);
    }

    @Override
    public long sweptTo() {
        return 0;
    }

    @Override
    public void sweptTo(long position) {}

    @Override
    public void close() {}
}
