package encore.command.lookups;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.tags.TagId;
import encore.kernel.tags.TagName;

/** Tags that calls name by their names. */
public final class TagsByName {

    private TagsByName() {}

    /**
     * Returns the tag of a name, in any spelling that is claimed alike. Throws a Refusal (400) that names the parameter if
     * no tag has the name.
     */
    public static TagId find(long account, String name, String parameter, Claims claims) {
        String owner = claims.ownerOf(
                new Claim(TagName.SPACE, account, TagName.of(name).claimed()));
        if (owner == null) {
            throw new Refusal(RULE, "unknown-tag", parameter, "No tag has this name.");
        }
        return StreamId.parse(TagId.class, owner);
    }
}
