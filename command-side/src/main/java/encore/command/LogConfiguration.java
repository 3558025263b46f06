package encore.command;

import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.axon.SubjectEraser;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.heads.HeadSigner;
import encore.infra.eventstore.heads.HeadSigningJob;
import encore.infra.eventstore.heads.HeadStore;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.tail.RingBufferTail;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates the parts that every process with a log needs: the log's tail, and the erasures that the log reports. */
@Configuration(proxyBeanMethods = false)
public class LogConfiguration {

    /** The part of the heap for aggregates that were used lately: 50,000 small ones in the default heap. */
    private static final long CACHED_AGGREGATES = Runtime.getRuntime().maxMemory() / 12;

    /**
     * The number of events that followers at the log's end share. More would grow old in memory before they are
     * dropped, and a full collection would have to collect them (ADR 25).
     */
    private static final int TAIL_EVENTS = 2_048;

    @Bean
    EventCodec eventCodec(KeyStore keys) {
        return new EventCodec(EventCatalogue.load(), keys);
    }

    @Bean
    RingBufferTail eventTail(EventLog log, EventCodec codec) {
        return new RingBufferTail(log, codec, TAIL_EVENTS);
    }

    @Bean
    AggregateCache aggregateCache() {
        return new AggregateCache(CACHED_AGGREGATES);
    }

    /** Stores the log's head of the start before anything is served. */
    @Bean(destroyMethod = "close")
    HeadSigningJob headSigningJob(EventLog log, KeyStore keys, HeadStore heads) {
        HeadSigningJob job = new HeadSigningJob(log, HeadSigner.of(keys), heads);
        job.start();
        return job;
    }

    /** Sweeps during creation, so that no dependent bean serves erased data. */
    @Bean
    SubjectEraser erasures(EventLog log, KeyStore keys, EventCodec codec, AggregateCache cache, RingBufferTail tail) {
        SubjectEraser subjectEraser = new SubjectEraser(log, keys, codec, cache, tail);
        subjectEraser.start();
        return subjectEraser;
    }
}
