package encore.command.publicnames;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Facts;
import encore.kernel.Refusal;
import encore.kernel.publicnames.AdmittedNames;
import encore.kernel.publicnames.PublicNamesCommand.AdmitPublicNames;
import encore.kernel.publicnames.PublicNamesEvent.PublicTagCounted;
import encore.kernel.publicnames.PublicNamesEvent.PublicTitleCounted;
import encore.kernel.publicnames.PublicNamesEvent.PublicTitleMade;
import encore.kernel.publicnames.PublicNamesId;
import encore.kernel.publicnames.PublicTitle;
import encore.kernel.tags.RequestedTag;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import encore.kernel.tags.TagName;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * The names that public calls brought into an account. Anybody can read the public key in a page, so the number of these
 * names is bounded. Names that exist already are not counted, whoever brought them.
 */
@Aggregate
class PublicNames {

    static final int MOST = 1_000;

    @AggregateIdentifier
    private @Nullable PublicNamesId id;

    private int tags;
    private int titles;

    PublicNames() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    AdmittedNames decide(AdmitPublicNames command, Claims claims, Facts facts) {
        long account = command.names().account();
        List<RequestedTag> newTags = command.tags().stream()
                .filter(tag -> claims.ownerOf(tagClaim(account, tag.name())) == null)
                .toList();
        String title = command.title();
        boolean isNewTitle = title != null && claims.ownerOf(titleClaim(account, title)) == null;
        if (tags + newTags.size() > MOST) {
            throw tooMany("tag_" + newTags.get(MOST - tags).name(), "tags");
        }
        if (isNewTitle && titles + 1 > MOST) {
            throw tooMany("campaign_name", "titles");
        }
        for (RequestedTag tag : newTags) {
            TagId made = new TagId(account, tag.number());
            claims.take(tagClaim(account, tag.name()), made);
            facts.record(made, new TagMade(made, tag.name()));
            apply(new PublicTagCounted(command.names(), made));
        }
        if (title != null && isNewTitle) {
            claims.take(titleClaim(account, title), command.titleId());
            facts.record(command.titleId(), new PublicTitleMade(command.titleId(), PublicTitle.claimed(title)));
            apply(new PublicTitleCounted(command.names(), command.titleId()));
        }
        return new AdmittedNames(tags, titles);
    }

    private static Claim tagClaim(long account, String name) {
        return new Claim(TagName.SPACE, account, TagName.of(name).claimed());
    }

    private static Claim titleClaim(long account, String title) {
        return new Claim(PublicTitle.SPACE, account, PublicTitle.claimed(title));
    }

    private static Refusal tooMany(String field, String names) {
        return new Refusal(
                RULE,
                "too-many-public-names",
                field,
                "Calls without the api_secret have made 1000 " + names + " in this account, which is the most.");
    }

    @EventSourcingHandler
    void evolve(PublicTagCounted event) {
        id = event.names();
        tags++;
    }

    @EventSourcingHandler
    void evolve(PublicTitleCounted event) {
        id = event.names();
        titles++;
    }
}
