package encore.command.signups;

import static encore.kernel.Refusal.Kind.RULE;

import encore.command.lookups.FanBounds;
import encore.command.lookups.IdolByName;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.activities.ActivityCommand.RecordActivity;
import encore.kernel.activities.ActivityCommand.RecordEntry;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.CampaignCommand.RequireOpenCampaign;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignName;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.FieldsAndTags.ParsedFieldsAndTags;
import encore.kernel.fans.profile.FillPolicy;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.proofs.ProofCommand.FindOrRegisterPublicFan;
import encore.kernel.fans.proofs.ProofCommand.ReadPublicDetails;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolsCommand.FindOrAddIdol;
import encore.kernel.likings.LikingCommand.AddFanIdols;
import encore.kernel.likings.LikingsId;
import encore.kernel.publicnames.PublicNamesCommand.AdmitPublicNames;
import encore.kernel.publicnames.PublicNamesId;
import encore.kernel.publicnames.PublicTitle;
import encore.kernel.signups.SignupCommand.Entry;
import encore.kernel.signups.SignupCommand.SignUp;
import encore.kernel.tags.TagName;
import java.util.List;
import java.util.Set;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Signs a fan up, step by step. Everything that can be refused is looked at before the first step that records
 * something. The steps keep their order, so that a repeat of the call honours each once.
 */
@Component
class SignUpHandler {

    /** The type of the refusal of a second activity in a campaign. */
    private static final String ENTERED_BEFORE = "entered-before";

    /** The types of refusals that name the parameters of other calls: {@code tag_<name>} and {@code idol_uid}. */
    private static final Set<String> TAG_REFUSALS = Set.of("too-many-tags", "too-many-public-names");

    private static final String TAG = "tag_";
    private static final String IDOL_REFUSAL = "too-many-idols";

    @CommandHandler
    RecordedActivity decide(SignUp command, Claims claims, Streams streams, Dispatch dispatch) {
        long account = command.fan().account();
        command.consent()
                .optedInBusinesses()
                .forEach(business -> streams.mustBeOpen(new BusinessId(account, business), "business_id"));
        CampaignId campaign = campaign(command, claims, streams);
        String knownIdol = knownIdol(command, claims);
        requireOpen(campaign, command, dispatch);
        theFanHasRoom(command, knownIdol, claims, streams, dispatch);
        long fan = command.withSecret()
                ? findOrRegister(command, claims, dispatch)
                : findOrRegisterPublicly(command, campaign, claims, dispatch);
        FanId found = new FanId(account, fan);
        if (command.idol() != null) {
            String idol = knownIdol != null
                    ? knownIdol
                    : dispatch.send(new FindOrAddIdol(
                                    command.idol().idol(), command.idol().idolName()))
                            .idolUid();
            dispatch.send(new AddFanIdols(new LikingsId(found), List.of(idol), true, !command.withSecret()));
        }
        return command.entry() == null
                ? new RecordedActivity(fan, null)
                : record(command.entry(), campaign, found, dispatch);
    }

    private static long findOrRegister(SignUp command, Claims claims, Dispatch dispatch) {
        Profile given = command.profile();
        // The source says how a fan came, so only a new fan gets it.
        Profile profile = isKnown(Profile.EMAIL_SPACE, given.email(), command, claims)
                        || isKnown(Profile.PHONE_SPACE, given.phone(), command, claims)
                ? Patch.of(given).without("fanSource").given()
                : given;
        return dispatch.send(
                        new FindOrRegisterFan(command.fan(), profile, command.consent(), null, command.particulars()))
                .fanId();
    }

    private static boolean isKnown(String space, @Nullable String contact, SignUp command, Claims claims) {
        return contact != null && claims.ownerOf(new Claim(space, command.fan().account(), contact)) != null;
    }

    private static long findOrRegisterPublicly(
            SignUp command, @Nullable CampaignId campaign, Claims claims, Dispatch dispatch) {
        FieldsAndTags given = command.particulars();
        ParsedFieldsAndTags parsed = ParsedFieldsAndTags.NONE;
        if (given.fields().isEmpty() && given.tags().isEmpty()) {
            dispatch.skipStep();
        } else {
            parsed = dispatch.send(new ReadPublicDetails(command.fan(), given));
        }
        admitNames(command, campaign, claims, dispatch);
        return dispatch.send(new FindOrRegisterPublicFan(command.fan(), command.profile(), command.consent(), parsed))
                .fanId();
    }

    /** Counts the tags and the title that do not exist yet. Most calls bring none. */
    private static void admitNames(SignUp command, @Nullable CampaignId campaign, Claims claims, Dispatch dispatch) {
        long account = command.fan().account();
        Entry entry = command.entry();
        String title = entry == null || campaign != null ? null : entry.title();
        boolean isKnownTitle = title == null
                || claims.ownerOf(new Claim(PublicTitle.SPACE, account, PublicTitle.claimed(title))) != null;
        boolean areKnownTags = command.particulars().tags().stream()
                .allMatch(tag -> claims.ownerOf(new Claim(
                                TagName.SPACE, account, TagName.of(tag.name()).claimed()))
                        != null);
        if (isKnownTitle && areKnownTags) {
            dispatch.skipStep();
            return;
        }
        PublicNamesId names = new PublicNamesId(account);
        try {
            dispatch.send(new AdmitPublicNames(names, command.particulars().tags(), title, command.titleId()));
        } catch (Refusal refusal) {
            throw inWordsOfSignUps(refusal, command);
        }
    }

    /** Returns the campaign that the call names by its id or name; null where it names none. */
    private static @Nullable CampaignId campaign(SignUp command, Claims claims, Streams streams) {
        Entry entry = command.entry();
        if (entry == null) {
            return null;
        }
        long account = command.fan().account();
        if (entry.pageTabId() != null) {
            CampaignId campaign = new CampaignId(account, entry.pageTabId());
            streams.mustBeOpen(campaign, "page_tab_id");
            return campaign;
        }
        String owner = entry.title() == null
                ? null
                : claims.ownerOf(new Claim(CampaignName.SPACE, account, CampaignName.claimed(entry.title())));
        if (owner == null && entry.isUnique()) {
            throw new Refusal(
                    RULE, "no-campaign", "is_unique_activity", "Only a campaign can have one activity of each fan.");
        }
        return owner == null ? null : StreamId.parse(CampaignId.class, owner);
    }

    private static void requireOpen(@Nullable CampaignId campaign, SignUp command, Dispatch dispatch) {
        if (campaign == null || command.withSecret() || command.entry() == null) {
            dispatch.skipStep();
            return;
        }
        String parameter = command.entry().pageTabId() != null
                ? "page_tab_id"
                : command.entry().titleParameter();
        dispatch.send(new RequireOpenCampaign(campaign, parameter));
    }

    /** Returns the idol with the name that the call gives. Without the secret an unknown one is refused. */
    private static @Nullable String knownIdol(SignUp command, Claims claims) {
        if (command.idol() == null) {
            return null;
        }
        IdolId known = IdolByName.find(command.fan().account(), command.idol().idolName(), claims);
        if (known == null && !command.withSecret()) {
            throw new Refusal(RULE, "unknown-idol", "idol_name", "No idol has this name.");
        }
        return known == null ? null : known.uid();
    }

    private static void theFanHasRoom(
            SignUp command, @Nullable String knownIdol, Claims claims, Streams streams, Dispatch dispatch) {
        try {
            FanBounds.check(
                    command.fan(),
                    command.profile(),
                    command.withSecret() ? FillPolicy.EACH_GAP : FillPolicy.PUBLIC,
                    command.particulars().tags(),
                    idols(command, knownIdol),
                    claims,
                    streams,
                    dispatch);
        } catch (Refusal refusal) {
            throw inWordsOfSignUps(refusal, command);
        }
    }

    /** Returns the refusal with the parameter that the sign-up has for what is refused. */
    private static Refusal inWordsOfSignUps(Refusal refusal, SignUp command) {
        String field = refusal.field();
        String parameter = field;
        if (field != null && field.startsWith(TAG) && TAG_REFUSALS.contains(refusal.type())) {
            parameter = command.particulars().parameterOf(field.substring(TAG.length()));
        } else if (refusal.type().equals(IDOL_REFUSAL)) {
            parameter = "idol_name";
        }
        return new Refusal(refusal.kind(), refusal.type(), parameter, String.valueOf(refusal.getMessage()));
    }

    private static List<String> idols(SignUp command, @Nullable String knownIdol) {
        return command.idol() == null
                ? List.of()
                : List.of(knownIdol != null ? knownIdol : command.idol().idol().uid());
    }

    private static RecordedActivity record(Entry entry, @Nullable CampaignId campaign, FanId fan, Dispatch dispatch) {
        if (campaign == null) {
            return dispatch.sendLast(new RecordActivity(entry.activity(), fan, entry.title(), entry.details(), null));
        }
        try {
            return dispatch.sendLast(
                    new RecordEntry(entry.activity(), campaign, fan, entry.isUnique(), entry.details(), null));
        } catch (Refusal refusal) {
            if (!refusal.type().equals(ENTERED_BEFORE)) {
                throw refusal;
            }
            return new RecordedActivity(fan.number(), null);
        }
    }
}
