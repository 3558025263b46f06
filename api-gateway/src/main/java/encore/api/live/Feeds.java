package encore.api.live;

import encore.infra.backend.Backend;
import jakarta.annotation.PreDestroy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The event relays of all accounts that have subscribers at this gateway. */
@Component
public class Feeds {

    private final Backend backend;
    private final Scheduler thread = Schedulers.newSingle("live", true);
    private final Map<Long, Feed> feeds = new ConcurrentHashMap<>();

    Feeds(Backend backend) {
        this.backend = backend;
    }

    Feed of(long account) {
        return feeds.computeIfAbsent(account, number -> new Feed(backend, number, thread));
    }

    @PreDestroy
    void stop() {
        thread.dispose();
    }
}
