package encore.command.requirements;

import encore.command.automations.ProcessContext;
import encore.kernel.requirements.rules.FactStore;
import encore.kernel.requirements.rules.Facts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts of an automation, in its documents. A replay has an area of its own for everything but the documents of rules:
 * these stay when it ends.
 */
final class ProcessFacts implements FactStore {

    private static final String REPLAY = "replay/";

    private final ProcessContext process;
    private final String area;

    private ProcessFacts(ProcessContext process, String area) {
        this.process = process;
        this.area = area;
    }

    /** Returns the facts as the automation has folded them. */
    static ProcessFacts present(ProcessContext process) {
        return new ProcessFacts(process, "");
    }

    /** Returns the facts as a replay has folded them. */
    static ProcessFacts ofReplay(ProcessContext process) {
        return new ProcessFacts(process, REPLAY);
    }

    private String area(Class<?> type) {
        return Facts.OF_RULES.contains(type) ? "" : area;
    }

    @Override
    public <T> @Nullable T get(Class<T> type, String key) {
        return process.get(type, area(type) + key);
    }

    @Override
    public void put(String key, Record document) {
        process.put(area(document.getClass()) + key, document);
    }

    @Override
    public void remove(Class<? extends Record> type, String key) {
        process.remove(type, area(type) + key);
    }

    @Override
    public <T extends Record> List<KeyedFact<T>> list(Class<T> type, String keys, @Nullable String after, int limit) {
        String prefix = area(type);
        return process.list(type, prefix + keys, after == null ? null : prefix + after, limit).stream()
                .map(each -> new KeyedFact<>(each.key().substring(prefix.length()), each.document()))
                .toList();
    }
}
