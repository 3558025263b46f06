package encore.api.live;

import encore.api.live.history.HistoryTurns;
import encore.infra.backend.Backend;
import jakarta.annotation.PreDestroy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The event relays of all accounts that have subscribers at this gateway. */
@Component
public class EventRelays {

    private final Backend backend;
    private final Scheduler thread = Schedulers.newSingle("live", true);
    private final HistoryTurns historyTurns = new HistoryTurns(thread);
    private final Map<Long, EventRelay> relays = new ConcurrentHashMap<>();

    EventRelays(Backend backend) {
        this.backend = backend;
    }

    EventRelay of(long account) {
        return relays.computeIfAbsent(account, number -> new EventRelay(backend, number, thread, historyTurns));
    }

    @PreDestroy
    void stop() {
        thread.dispose();
    }
}
