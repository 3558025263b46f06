package encore.command.quotas;

import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.axon.Hmacs;
import encore.kernel.Event;
import encore.kernel.accounts.AccountEvent.QuotaSet;
import encore.kernel.accounts.KeyEvent.Issued;
import encore.kernel.accounts.KeyEvent.KeyIssued;
import encore.kernel.accounts.KeyEvent.KeyRevoked;
import encore.kernel.accounts.KeyEvent.LimitedKeyIssued;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.adstats.AdStatsEvent.AdAccountOpened;
import encore.kernel.businesses.BusinessEvent.BusinessAdded;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignEvent.CampaignDeleted;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamCreated;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamDeleted;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordDeleted;
import encore.kernel.filters.FilterEvent.SearchFilterAdded;
import encore.kernel.filters.FilterEvent.SearchFilterRemoved;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventAdded;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventRemoved;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.idols.IdolsEvent.IdolRemoved;
import encore.kernel.likings.LikingEvent.FanIdolAdded;
import encore.kernel.likings.LikingEvent.FanIdolRemoved;
import encore.kernel.networks.NetworkEvent.NetworkAdded;
import encore.kernel.networks.NetworkEvent.NetworkRemoved;
import encore.kernel.people.PeopleEvent.PersonAdded;
import encore.kernel.people.PeopleEvent.PersonRemoved;
import encore.kernel.performances.PerformanceEvent.PerformanceAdded;
import encore.kernel.performances.PerformanceEvent.PerformanceRemoved;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.portals.PortalEvent.PortalCreated;
import encore.kernel.portals.PortalEvent.PortalDeleted;
import encore.kernel.props.PropEvent.PropAdded;
import encore.kernel.props.PropEvent.PropRemoved;
import encore.kernel.quotas.Quota;
import encore.kernel.relations.RelationEvent.RelationBegun;
import encore.kernel.relations.RelationEvent.RelationEnded;
import encore.kernel.reports.ReportEvent.ReportAdded;
import encore.kernel.reports.ReportEvent.ReportRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.tabitems.TabItemEvent.TabItemAdded;
import encore.kernel.tabitems.TabItemEvent.TabItemRemoved;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.TicketsEvent.TicketChanged;
import encore.kernel.tickets.TicketsEvent.TicketCompleted;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventRemoved;
import encore.kernel.trackers.groups.TrackerGroupEvent.TrackerGroupMade;
import encore.kernel.venues.VenueEvent.VenueAdded;
import encore.kernel.venues.VenueEvent.VenueRemoved;
import encore.kernel.wagers.WagerEvent.WagerOffered;
import encore.kernel.wagers.WagerEvent.WagerWithdrawn;
import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The changes of an account's usage by events. */
final class UsageOfEvents {

    /** The version of these rules. With another one the log is counted anew. */
    static final int VERSION = 5;

    /** The events with texts of fans, which are personal. */
    static final Set<Class<?>> PERSONAL = Set.of(FanRegistered.class, FanProfileChanged.class, FanCurated.class);

    static final Set<Class<?>> OTHERS = Set.of(
            ActivityRecorded.class,
            AdAccountOpened.class,
            BusinessAdded.class,
            BusinessRemoved.class,
            CampaignCreated.class,
            CampaignDeleted.class,
            FanErased.class,
            FanIdolAdded.class,
            FanIdolRemoved.class,
            FanStreamCreated.class,
            FanStreamDeleted.class,
            FanTagsChanged.class,
            IdentifierAdded.class,
            IdentifierRemoved.class,
            IdolAdded.class,
            IdolEventAdded.class,
            IdolEventRemoved.class,
            IdolRemoved.class,
            KeyIssued.class,
            KeyRevoked.class,
            LimitedKeyIssued.class,
            NetworkAdded.class,
            NetworkRemoved.class,
            PerformanceAdded.class,
            PerformanceRemoved.class,
            PersonAdded.class,
            PersonRemoved.class,
            PointTypeCreated.class,
            PortalCreated.class,
            PortalDeleted.class,
            PropAdded.class,
            PropRemoved.class,
            QuotaSet.class,
            RelationBegun.class,
            RelationEnded.class,
            ReportAdded.class,
            ReportRemoved.class,
            SearchFilterAdded.class,
            SearchFilterRemoved.class,
            SnapshotPartKept.class,
            SnapshotRemoved.class,
            SnapshotSealed.class,
            StreamRecordAdded.class,
            StreamRecordDeleted.class,
            TabItemAdded.class,
            TabItemRemoved.class,
            TagMade.class,
            TicketChanged.class,
            TicketCompleted.class,
            TicketEventMade.class,
            TicketEventRemoved.class,
            TicketRecorded.class,
            TrackerGroupMade.class,
            VenueAdded.class,
            VenueRemoved.class,
            WagerOffered.class,
            WagerWithdrawn.class);

    private final Hmacs hmacs;

    UsageOfEvents(Hmacs hmacs) {
        this.hmacs = hmacs;
    }

    /** Returns whether events of this type change anything. Most events are awards, which do not. */
    static boolean counts(Class<?> eventType) {
        return OTHERS.contains(eventType) || PERSONAL.contains(eventType);
    }

    /** Adds the changes by an event of an account. An event of another type changes nothing. */
    void add(long account, Event event, UsageChange change) {
        switch (event) {
            case FanRegistered registered -> {
                change.count(Quota.FANS, 1);
                profile(account, registered.profile(), change);
            }
            case FanProfileChanged changed -> profile(account, changed.changes(), change);
            case FanCurated curated ->
                fanText(account, "metro_area", curated.changes().metroArea(), change);
            case FanErased ignored -> change.count(Quota.FANS, -1);
            case FanTagsChanged tags ->
                change.count(
                        Quota.TAGS_OF_FANS, tags.added().size() - tags.removed().size());
            case FanIdolAdded ignored -> change.count(Quota.IDOLS_OF_FANS, 1);
            case FanIdolRemoved ignored -> change.count(Quota.IDOLS_OF_FANS, -1);
            case IdentifierAdded added -> {
                change.count(Quota.IDENTIFIERS, 1);
                fanText(account, "network", added.network(), change);
            }
            case IdentifierRemoved ignored -> change.count(Quota.IDENTIFIERS, -1);
            case TicketRecorded recorded -> {
                change.count(Quota.TICKETS, 1);
                ticketText(account, recorded, change);
            }
            case TicketsEvent changed -> ticketText(account, changed, change);
            case ActivityRecorded ignored -> change.count(Quota.ACTIVITIES, 1);
            case TagMade ignored -> change.count(Quota.TAGS, 1);
            case IdolAdded ignored -> change.count(Quota.IDOLS, 1);
            case IdolRemoved ignored -> change.count(Quota.IDOLS, -1);
            case RelationBegun ignored -> change.count(Quota.RELATIONS, 1);
            case RelationEnded ignored -> change.count(Quota.RELATIONS, -1);
            case SnapshotPartKept part ->
                change.snapshotFans.merge(part.part().uid(), part.fans().size(), Integer::sum);
            case SnapshotSealed ignored -> change.count(Quota.SNAPSHOTS, 1);
            case SnapshotRemoved removed -> {
                change.count(Quota.SNAPSHOTS, -1);
                change.removedSnapshots.add(removed.snapshot().uid());
            }
            case SearchFilterAdded ignored -> change.count(Quota.FILTERS, 1);
            case SearchFilterRemoved ignored -> change.count(Quota.FILTERS, -1);
            case CampaignCreated ignored -> change.count(Quota.CAMPAIGNS, 1);
            case CampaignDeleted ignored -> change.count(Quota.CAMPAIGNS, -1);
            case PointTypeCreated ignored -> change.count(Quota.POINT_TYPES, 1);
            case TicketEventMade ignored -> change.count(Quota.TICKET_EVENTS, 1);
            case TicketEventRemoved ignored -> change.count(Quota.TICKET_EVENTS, -1);
            case IdolEventAdded ignored -> change.count(Quota.IDOL_EVENTS, 1);
            case IdolEventRemoved ignored -> change.count(Quota.IDOL_EVENTS, -1);
            case VenueAdded ignored -> change.count(Quota.VENUES, 1);
            case VenueRemoved ignored -> change.count(Quota.VENUES, -1);
            case Issued ignored -> change.count(Quota.KEYS, 1);
            case KeyRevoked ignored -> change.count(Quota.KEYS, -1);
            case PropAdded ignored -> change.count(Quota.PROPS, 1);
            case PropRemoved ignored -> change.count(Quota.PROPS, -1);
            case StreamRecordAdded ignored -> change.count(Quota.STREAM_RECORDS, 1);
            case StreamRecordDeleted ignored -> change.count(Quota.STREAM_RECORDS, -1);
            case BusinessAdded ignored -> change.count(Quota.BUSINESSES, 1);
            case BusinessRemoved ignored -> change.count(Quota.BUSINESSES, -1);
            case FanStreamCreated ignored -> change.count(Quota.STREAMS, 1);
            case FanStreamDeleted ignored -> change.count(Quota.STREAMS, -1);
            case NetworkAdded ignored -> change.count(Quota.NETWORKS, 1);
            case NetworkRemoved ignored -> change.count(Quota.NETWORKS, -1);
            case PortalCreated ignored -> change.count(Quota.PORTALS, 1);
            case PortalDeleted ignored -> change.count(Quota.PORTALS, -1);
            case PersonAdded ignored -> change.count(Quota.PEOPLE, 1);
            case PersonRemoved ignored -> change.count(Quota.PEOPLE, -1);
            case PerformanceAdded ignored -> change.count(Quota.PERFORMANCES, 1);
            case PerformanceRemoved ignored -> change.count(Quota.PERFORMANCES, -1);
            case TabItemAdded ignored -> change.count(Quota.TAB_ITEMS, 1);
            case TabItemRemoved ignored -> change.count(Quota.TAB_ITEMS, -1);
            case WagerOffered ignored -> change.count(Quota.WAGERS, 1);
            case WagerWithdrawn ignored -> change.count(Quota.WAGERS, -1);
            case ReportAdded ignored -> change.count(Quota.REPORTS, 1);
            case ReportRemoved ignored -> change.count(Quota.REPORTS, -1);
            case TrackerGroupMade ignored -> change.count(Quota.TRACKER_GROUPS, 1);
            case AdAccountOpened ignored -> change.count(Quota.AD_ACCOUNTS, 1);
            case QuotaSet set -> {
                // A later build may know more quotas.
                Quota quota = Quota.find(set.quota());
                if (quota != null) {
                    change.ownQuotas.put(quota, set.most());
                }
            }
            default -> {}
        }
    }

    private void profile(long account, Profile profile, UsageChange change) {
        fanText(account, "province", profile.province(), change);
        fanText(account, "city", profile.city(), change);
        fanText(account, "postal_code", profile.postalCode(), change);
        fanText(account, "fan_source", profile.fanSource(), change);
    }

    private void fanText(long account, String field, @Nullable String text, UsageChange change) {
        if (text != null) {
            change.texts.add(new UsageChange.Text(
                    Quota.FAN_TEXTS, hash("fan_text", account, field + '\0' + text), text.length()));
        }
    }

    /** The fields are those that the query side keeps once for all tickets with them. */
    private void ticketText(long account, TicketsEvent event, UsageChange change) {
        TicketDetails details = event.state().details();
        // No text contains NUL.
        String text = String.join(
                "\0",
                event.ticketEvent().uid(),
                String.valueOf(details.eventName()),
                String.valueOf(details.eventKey()),
                String.valueOf(details.eventDate()),
                String.valueOf(details.venueName()),
                String.valueOf(details.artistName()),
                String.valueOf(details.venueProvince()),
                String.valueOf(details.priceCode()));
        change.texts.add(new UsageChange.Text(Quota.TICKET_TEXTS, hash("ticket_text", account, text), text.length()));
    }

    private long hash(String space, long account, String text) {
        return ByteBuffer.wrap(hmacs.claim(new Claim(space, account, text))).getLong();
    }
}
