package encore.kernel.networks;

import static encore.kernel.networks.NetworkCategory.ACCOUNT_APP;
import static encore.kernel.networks.NetworkCategory.ADS;
import static encore.kernel.networks.NetworkCategory.AUTH;
import static encore.kernel.networks.NetworkCategory.CRM;
import static encore.kernel.networks.NetworkCategory.POS;
import static encore.kernel.networks.NetworkCategory.SALES;
import static encore.kernel.networks.NetworkCategory.STREAM;
import static encore.kernel.networks.NetworkCategory.TRACKER;

import encore.kernel.Patch;
import encore.kernel.lists.ListItem;
import encore.kernel.lists.ListView;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A network: a source of data. Data may name networks that are not listed. A {@link Patch} changes it.
 *
 * @param network the name, which never changes
 * @param categories each once; null only in a change
 */
@ListView(name = "networks", collection = "networks")
public record Network(
        @PublishedValue @NotPersonal("the name of a network")
        String network,

        @NotPersonal("a description of a network") @Nullable String description,
        @PublishedValue @Nullable List<NetworkCategory> categories)
        implements ListItem {

    /** The networks that every account has. */
    public static final List<Network> BUILT_IN = List.of(
            builtIn("email", "Email addresses", AUTH),
            builtIn("phone", "Phone numbers", AUTH),
            builtIn("portal", "Member ids of the loyalty portal", ACCOUNT_APP, CRM),
            builtIn("social", "Social network", ADS, STREAM, TRACKER),
            builtIn("photo", "Photo network", ADS, STREAM, TRACKER),
            builtIn("video", "Video network", ADS, STREAM, TRACKER),
            builtIn("microblog", "Microblog", ADS, STREAM, TRACKER),
            builtIn("music", "Music streaming", STREAM, TRACKER),
            builtIn("custom", "Anywhere else", TRACKER),
            builtIn("vendora", "Venue promotion, first partner", SALES, POS),
            builtIn("vendorb", "Venue promotion, second partner", SALES, POS));

    public Network {
        categories = categories == null
                ? null
                : categories.stream().distinct().sorted().toList();
    }

    private static Network builtIn(String name, String description, NetworkCategory... categories) {
        return new Network(name, description, List.of(categories));
    }

    public boolean isIn(NetworkCategory category) {
        return categories != null && categories.contains(category);
    }
}
