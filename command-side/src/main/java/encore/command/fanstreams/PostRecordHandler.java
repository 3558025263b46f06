package encore.command.fanstreams;

import static encore.kernel.Refusal.Kind.RULE;

import encore.command.FanContactClaims;
import encore.command.StaffNames;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.FieldsAndTags.ParsedFieldsAndTags;
import encore.kernel.fans.profile.FillPolicy;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.fans.proofs.ProofCommand.FindOrRegisterPublicFan;
import encore.kernel.fanstreams.FanStreamCommand.ReadStreamTerms;
import encore.kernel.fanstreams.FanStreamTerms;
import encore.kernel.fanstreams.records.PostedRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.AddPost;
import encore.kernel.fanstreams.records.StreamRecordCommand.PostAuthor;
import encore.kernel.fanstreams.records.StreamRecordCommand.PostRecord;
import encore.kernel.tags.RequestedTag;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import encore.kernel.tags.TagName;
import java.util.List;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds or registers the fan of a record that is sent, and records it. A known fan keeps its profile. */
@Component
class PostRecordHandler {

    private static final String SOURCE = "stream";

    private final List<StaffNames.Source> staffNames;

    PostRecordHandler(List<StaffNames.Source> staffNames) {
        this.staffNames = staffNames;
    }

    @CommandHandler
    PostedRecord decide(PostRecord command, Claims claims, Streams streams, Dispatch dispatch) {
        FanStreamTerms terms = dispatch.send(new ReadStreamTerms(command.fanStream()));
        if (!terms.isPublic() && !command.withSecret()) {
            throw Refusal.unknown("There is no such thing.");
        }
        PostAuthor author = command.author();
        FanId byEmail = FanContactClaims.ownerOf(
                command.record().account(), new ContactValue(ContactKind.EMAIL, author.email()), claims, streams);
        FanId named = namedFan(command, byEmail, streams);
        if (named == null && byEmail == null && author.name() == null) {
            throw new Refusal(RULE, "name-missing", "name", "A new email comes with a name.");
        }
        List<RequestedTag> tags = tags(command, terms, streams, dispatch);
        FanId fan = named != null && command.withSecret()
                ? tagged(named, tags, dispatch)
                : findOrRegister(command, byEmail != null, tags, dispatch);
        return dispatch.sendLast(new AddPost(
                command.record(),
                command.fanStream(),
                fan,
                command.content(),
                command.labels(),
                terms.approves(command.withSecret())));
    }

    /** Returns the fan that the call names. With the key alone it must be the fan of the email. */
    private static @Nullable FanId namedFan(PostRecord command, @Nullable FanId byEmail, Streams streams) {
        Long fanId = command.author().fanId();
        if (fanId == null) {
            return null;
        }
        FanId fan = new FanId(command.record().account(), fanId);
        if (command.withSecret()) {
            streams.mustBeOpen(fan, "fan_id");
        } else if (!fan.equals(byEmail)) {
            throw Refusal.unknownId("fan_id");
        }
        return fan;
    }

    /** Returns the tag of the stream, unless only staff gives it and the call brings the public key alone. */
    private List<RequestedTag> tags(PostRecord command, FanStreamTerms terms, Streams streams, Dispatch dispatch) {
        long account = command.record().account();
        TagMade made =
                terms.tagId() == null ? null : streams.firstEvent(new TagId(account, terms.tagId()), TagMade.class);
        if (made == null) {
            return List.of();
        }
        if (!command.withSecret()) {
            StaffNames staff = StaffNames.of(staffNames, account, dispatch);
            if (staff.tagIds().contains(made.tag().number())
                    || staff.tagNames().contains(TagName.of(made.name()).claimed())) {
                return List.of();
            }
        }
        return List.of(new RequestedTag(made.name(), true, command.author().newTag()));
    }

    private static FanId tagged(FanId fan, List<RequestedTag> tags, Dispatch dispatch) {
        if (tags.isEmpty()) {
            dispatch.skipStep();
        } else {
            dispatch.send(
                    new ChangeFan(fan, Patch.of(Profile.EMPTY), Patch.of(Consent.EMPTY), Patch.of(Curation.EMPTY), null)
                            .with(ParsedFieldsAndTags.of(tags)));
        }
        return fan;
    }

    private static FanId findOrRegister(
            PostRecord command, boolean isKnown, List<RequestedTag> tags, Dispatch dispatch) {
        PostAuthor author = command.author();
        ProfileBuilder profile = ProfileBuilder.builder().email(author.email());
        if (!isKnown) {
            profile.firstName(author.name()).fanSource(SOURCE);
        }
        long fan = command.withSecret()
                ? dispatch.send(new FindOrRegisterFan(
                                author.newFan(),
                                profile.build(),
                                Consent.EMPTY,
                                null,
                                FillPolicy.EACH_GAP,
                                new FieldsAndTags(Map.of(), tags)))
                        .fanId()
                : dispatch.send(new FindOrRegisterPublicFan(
                                author.newFan(), profile.build(), Consent.EMPTY, ParsedFieldsAndTags.of(tags)))
                        .fanId();
        return new FanId(command.record().account(), fan);
    }
}
