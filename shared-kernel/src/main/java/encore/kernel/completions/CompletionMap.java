package encore.kernel.completions;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Whether a fan completed the quests of a business, by page_tab_id. */
public record CompletionMap(Map<Long, Boolean> byPageTabId) {

    public CompletionMap {
        byPageTabId = Collections.unmodifiableMap(new LinkedHashMap<>(byPageTabId));
    }
}
