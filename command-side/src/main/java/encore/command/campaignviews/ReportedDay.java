package encore.command.campaignviews;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.campaignviews.DailyViews;
import encore.kernel.campaignviews.ViewsCommand.ReportViews;
import encore.kernel.campaignviews.ViewsCommand.WithdrawViews;
import encore.kernel.campaignviews.ViewsEvent.ViewsReported;
import encore.kernel.campaignviews.ViewsEvent.ViewsWithdrawn;
import encore.kernel.campaignviews.ViewsId;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The views and shares of a campaign on one day. The last report counts. */
@Aggregate
class ReportedDay {

    @AggregateIdentifier
    private @Nullable ViewsId id;

    private boolean reported;
    private long views;
    private long shares;

    ReportedDay() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    DailyViews decide(ReportViews command, Streams streams) {
        streams.mustBeKnown(command.views().campaign());
        var day = new DailyViews(
                command.views().day(),
                countAfter(command.viewCount(), views),
                countAfter(command.shareCount(), shares));
        if (!reported || day.viewCount() != views || day.shareCount() != shares) {
            apply(new ViewsReported(command.views(), day.viewCount(), day.shareCount()));
        }
        return day;
    }

    private static long countAfter(@Nullable Long count, long before) {
        return count == null ? before : count;
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    DailyViews decide(WithdrawViews command, Streams streams) {
        streams.mustBeKnown(command.views().campaign());
        if (!reported) {
            throw Refusal.unknown("Nothing was reported for this day.");
        }
        var day = new DailyViews(command.views().day(), views, shares);
        apply(new ViewsWithdrawn(command.views()));
        return day;
    }

    @EventSourcingHandler
    void evolve(ViewsReported event) {
        id = event.views();
        reported = true;
        views = event.viewCount();
        shares = event.shareCount();
    }

    @EventSourcingHandler
    void evolve(ViewsWithdrawn event) {
        reported = false;
        views = 0;
        shares = 0;
    }
}
