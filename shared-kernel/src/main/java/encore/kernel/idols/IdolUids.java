package encore.kernel.idols;

import java.util.Set;

/** Some idols. */
public record IdolUids(Set<String> idolUids) {

    public IdolUids {
        idolUids = Set.copyOf(idolUids);
    }
}
