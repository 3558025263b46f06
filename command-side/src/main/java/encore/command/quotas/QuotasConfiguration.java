package encore.command.quotas;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.process.ProcessStores;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Counts what accounts use, and admits commits within quotas. The memory limit comes from outside. */
@Configuration(proxyBeanMethods = false)
class QuotasConfiguration {

    @Bean
    UsageLedger usageLedger(KeyStore keys, ObjectProvider<RecordMemoryLimit> memoryLimit) {
        return new UsageLedger(
                new UsageOfEvents(new Hmacs(keys)), memoryLimit.getIfAvailable(RecordMemoryLimit::defaultLimit));
    }

    @Bean
    UsageFollower usageFollower(UsageLedger ledger, ProcessStores stores, EventTail tail) {
        return new UsageFollower(ledger, new UsageStore(stores.open(ProcessStores.USAGE)), tail);
    }
}
