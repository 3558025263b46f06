package encore.infra.eventstore.codec;

import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.keys.KeyStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keys for the tests of the codec. */
final class KeysInMemory implements KeyStore {

    private final Map<String, byte[]> keys = new HashMap<>();

    /** Whose keys were asked for, each time. */
    final List<Set<String>> questions = new ArrayList<>();

    @Override
    public byte[] create(String subject) {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        keys.put(subject, key);
        return key;
    }

    @Override
    public byte[] find(String subject) {
        questions.add(Set.of(subject));
        return keys.get(subject);
    }

    @Override
    public Map<String, byte[]> findAll(Collection<String> subjects) {
        questions.add(Set.copyOf(subjects));
        Map<String, byte[]> found = new HashMap<>(keys);
        found.keySet().retainAll(subjects);
        return found;
    }

    @Override
    public void destroy(Collection<KeyEnd> ends) {
        ends.forEach(end -> keys.remove(end.subject()));
    }

    @Override
    public byte[] installationSecret(String name) {
        return Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), 32);
    }

    @Override
    public long erasedUpTo() {
        return 0;
    }

    @Override
    public void erasedUpTo(long position) {}

    @Override
    public void close() {}
}
