package encore.command.automations;

import encore.infra.eventstore.log.TokenStore;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** The marks beside a log in memory. */
final class TokensInMemory implements TokenStore {

    final Map<String, Long> positions = new ConcurrentHashMap<>();

    @Override
    public OptionalLong position(String automation) {
        Long found = positions.get(automation);
        return found == null ? OptionalLong.empty() : OptionalLong.of(found);
    }

    @Override
    public void advance(String automation, long position) {
        positions.merge(automation, position, Math::max);
    }
}
