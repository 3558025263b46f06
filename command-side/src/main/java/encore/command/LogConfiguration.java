package encore.command;

import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.axon.LogErasures;
import encore.infra.eventstore.axon.RingTail;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.heads.HeadKeeper;
import encore.infra.eventstore.heads.HeadSigner;
import encore.infra.eventstore.heads.HeadStore;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what every process that holds a log has of it: its tail, and the erasures that the log tells of. */
@Configuration(proxyBeanMethods = false)
public class LogConfiguration {

    private static final int CACHED_AGGREGATES = 50_000;

    /** What hot followers share. More would grow old in memory before it is let go of, and be collected with all that lives (ADR 25). */
    private static final int TAIL_EVENTS = 2_048;

    @Bean
    EventCodec eventCodec(KeyStore keys) {
        return new EventCodec(EventCatalogue.load(), keys);
    }

    @Bean
    RingTail eventTail(EventLog log, EventCodec codec) {
        return new RingTail(log, codec, TAIL_EVENTS);
    }

    @Bean
    AggregateCache aggregateCache() {
        return new AggregateCache(CACHED_AGGREGATES);
    }

    /** Keeps the head that the log has at the start, before anything is served. */
    @Bean(destroyMethod = "close")
    HeadKeeper headKeeper(EventLog log, KeyStore keys, HeadStore heads) {
        HeadKeeper keeper = new HeadKeeper(log, HeadSigner.of(keys), heads);
        keeper.start();
        return keeper;
    }

    /** Sweeps as it is made: what depends on it serves nothing that was erased. */
    @Bean
    LogErasures erasures(EventLog log, KeyStore keys, EventCodec codec, AggregateCache cache, RingTail tail) {
        LogErasures erasures = new LogErasures(log, keys, codec, cache, tail);
        erasures.start();
        return erasures;
    }
}
