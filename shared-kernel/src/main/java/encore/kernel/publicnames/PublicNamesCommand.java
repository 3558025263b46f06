package encore.kernel.publicnames;

import encore.kernel.Command;
import encore.kernel.tags.RequestedTag;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands of the names that public calls bring into an account. */
public sealed interface PublicNamesCommand extends Command<AdmittedNames> {

    /**
     * Creates the tags that do not exist, and counts the title if no public call has brought it before. Beyond 1,000
     * tags or titles that public calls brought into the account it is refused as a whole.
     *
     * @param title a title that names no campaign, without space around it; null for none
     * @param titleId the stream of a new title, generated before the command
     */
    record AdmitPublicNames(
            PublicNamesId names,
            List<RequestedTag> tags,
            @Nullable String title,
            PublicTitleId titleId) implements PublicNamesCommand {

        public AdmitPublicNames {
            tags = List.copyOf(tags);
        }

        @Override
        public PublicNamesId stream() {
            return names;
        }
    }
}
