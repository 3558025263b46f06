package encore.kernel.imports;

import java.util.Set;

/** The campaigns that have one of the titles of an import's rows. */
public record NamedCampaigns(Set<Long> pageTabIds) {
    public NamedCampaigns {
        pageTabIds = Set.copyOf(pageTabIds);
    }
}
