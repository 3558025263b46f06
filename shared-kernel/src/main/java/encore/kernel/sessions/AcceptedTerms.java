package encore.kernel.sessions;

import java.util.List;

/** The versions of the legal texts that a fan has accepted, in the order of their acceptance. */
public record AcceptedTerms(List<String> versions) {
    public AcceptedTerms {
        versions = List.copyOf(versions);
    }
}
