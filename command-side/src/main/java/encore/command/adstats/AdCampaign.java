package encore.command.adstats;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.adstats.AdCampaignId;
import encore.kernel.adstats.AdDay;
import encore.kernel.adstats.AdStatsCommand.RecordAdDays;
import encore.kernel.adstats.AdStatsEvent.AdDaysRecorded;
import encore.kernel.adstats.RecordedAdStats;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * The days of a campaign of an ad network. Networks correct days that they have reported: a row replaces the earlier
 * one of its day, and an equal row records nothing.
 */
@Aggregate
class AdCampaign {

    @AggregateIdentifier
    private @Nullable AdCampaignId id;

    private Map<LocalDate, AdDay> days = new TreeMap<>();

    AdCampaign() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RecordedAdStats decide(RecordAdDays command) {
        Map<LocalDate, AdDay> reported = new TreeMap<>();
        command.days().forEach(day -> reported.put(day.statDate(), day));
        List<AdDay> changed = reported.values().stream()
                .filter(day -> !day.equals(days.get(day.statDate())))
                .toList();
        if (!changed.isEmpty()) {
            apply(new AdDaysRecorded(command.campaign(), command.key(), changed));
        }
        return new RecordedAdStats(command.days().size(), changed.size());
    }

    @EventSourcingHandler
    void evolve(AdDaysRecorded event) {
        id = event.campaign();
        event.days().forEach(day -> days.put(day.statDate(), day));
    }
}
