package encore.command.campaigns;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignCommand.ChangeCampaign;
import encore.kernel.campaigns.CampaignCommand.CreateCampaign;
import encore.kernel.campaigns.CampaignCommand.DeleteCampaign;
import encore.kernel.campaigns.CampaignCommand.RequireOpenCampaign;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignChanged;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignEvent.CampaignDeleted;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignName;
import encore.kernel.campaigns.SavedCampaign;
import encore.kernel.names.Blanks;
import encore.kernel.quests.QuestId;
import java.time.Instant;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A campaign. Its name is unique in the account. Its app type and its business never change. */
@Aggregate
class Campaign {

    @AggregateIdentifier
    private @Nullable CampaignId id;

    private @Nullable AppType appType;
    private @Nullable Long businessId;
    private CampaignDetails details = CampaignDetails.NONE;

    Campaign() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedCampaign decide(CreateCampaign command, Streams streams, Claims claims) {
        theIdIsFree(command.campaign(), streams);
        itIsNoQuest(command.appType());
        CampaignDetails first = Patch.of(command.details()).applyTo(CampaignDetails.NONE);
        if (command.businessId() != null) {
            streams.mustBeOpen(new BusinessId(command.campaign().account(), command.businessId()), "business_id");
        }
        theBundledCampaignsExist(command.campaign(), command.details(), streams);
        itEndsNotBeforeItStarts(first, "end_timestamp");
        Claim name = claim(command.campaign(), aNameIsLeft(CampaignDetails.NONE, first));
        nobodyElseHas(name, claims);
        claims.take(name, command.campaign());
        apply(new CampaignCreated(command.campaign(), command.appType(), command.businessId(), first));
        return new SavedCampaign(command.campaign().number());
    }

    @CommandHandler
    SavedCampaign decide(ChangeCampaign command, Streams streams, Claims claims) {
        theKindStays(command.appType());
        theBusinessStays(command.businessId());
        theBundledCampaignsExist(command.campaign(), command.change().given(), streams);
        CampaignDetails after = command.change().applyTo(details);
        itEndsNotBeforeItStarts(after, command.change().touches("endTimestamp") ? "end_timestamp" : "start_timestamp");
        String name = aNameIsLeft(details, after);
        if (!name.equals(details.name())) {
            Claim claim = claim(loadedId(), name);
            nobodyElseHas(claim, claims);
            claims.release(claim(loadedId(), loadedName()), loadedId());
            claims.take(claim, loadedId());
        }
        Patch<CampaignDetails> changes = command.change().differenceFrom(details);
        if (!after.equals(details)) {
            apply(CampaignChanged.of(
                    loadedId(),
                    Objects.equals(after.bundledPageTabIds(), details.bundledPageTabIds())
                            ? changes.without("bundledPageTabIds")
                            : changes));
        }
        return new SavedCampaign(loadedId().number());
    }

    @CommandHandler
    SavedCampaign decide(DeleteCampaign command, Claims claims) {
        claims.release(claim(loadedId(), loadedName()), loadedId());
        apply(new CampaignDeleted(loadedId()));
        return new SavedCampaign(loadedId().number());
    }

    @CommandHandler
    SavedCampaign decide(RequireOpenCampaign command, Instant now) {
        if (Boolean.FALSE.equals(details.isActive())) {
            throw new Refusal(RULE, "campaign-off", command.parameter(), "The campaign is switched off.");
        }
        // A campaign runs to the end of its last second.
        Instant end = details.endTimestamp();
        if (end != null && !now.isBefore(end.plusSeconds(1))) {
            throw new Refusal(RULE, "campaign-over", command.parameter(), "The campaign is over.");
        }
        return new SavedCampaign(loadedId().number());
    }

    private static Claim claim(CampaignId campaign, String name) {
        return new Claim(CampaignName.SPACE, campaign.account(), CampaignName.claimed(name));
    }

    /** Campaigns and quests share their numbers. */
    private void theIdIsFree(CampaignId campaign, Streams streams) {
        if (id != null || streams.firstPosition(new QuestId(campaign.account(), campaign.number())) != 0) {
            throw new Refusal(CONFLICT, "campaign-id-taken", "A campaign or quest has this id; try again.");
        }
    }

    private static void itIsNoQuest(AppType given) {
        if (!given.isOfCampaigns()) {
            throw new Refusal(RULE, "app-type-of-quests", "app_type", "A quest is created below its business.");
        }
    }

    private static String aNameIsLeft(CampaignDetails before, CampaignDetails after) {
        if (after.name() == null || Blanks.isMissing(before.name(), after.name())) {
            throw new Refusal(RULE, "campaign-name-missing", "name", "A campaign has a name.");
        }
        return after.name();
    }

    private static void nobodyElseHas(Claim name, Claims claims) {
        if (claims.ownerOf(name) != null) {
            throw new Refusal(RULE, "campaign-name-taken", "name", "Another campaign has this name.");
        }
    }

    private static void theBundledCampaignsExist(CampaignId campaign, CampaignDetails given, Streams streams) {
        if (given.bundledPageTabIds() != null) {
            given.bundledPageTabIds()
                    .forEach(bundled ->
                            streams.mustBeOpen(new CampaignId(campaign.account(), bundled), "bundled_page_tab_ids"));
        }
    }

    private static void itEndsNotBeforeItStarts(CampaignDetails after, String field) {
        if (after.startTimestamp() != null
                && after.endTimestamp() != null
                && after.endTimestamp().isBefore(after.startTimestamp())) {
            throw new Refusal(RULE, "ends-before-it-starts", field, "A campaign does not end before it starts.");
        }
    }

    private void theKindStays(@Nullable AppType given) {
        if (given != null && given != appType) {
            throw new Refusal(RULE, "app-type-stays", "app_type", "The app type of a campaign never changes.");
        }
    }

    private void theBusinessStays(@Nullable Long given) {
        if (given != null && !given.equals(businessId)) {
            throw new Refusal(RULE, "business-stays", "business_id", "The business of a campaign never changes.");
        }
    }

    private String loadedName() {
        return Objects.requireNonNull(details.name(), "a campaign has a name");
    }

    private CampaignId loadedId() {
        return Objects.requireNonNull(id, "Axon decides on loaded campaigns alone");
    }

    @EventSourcingHandler
    void evolve(CampaignCreated event) {
        id = event.campaign();
        appType = event.appType();
        businessId = event.businessId();
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(CampaignChanged event) {
        details = event.patch().applyTo(details);
    }
}
