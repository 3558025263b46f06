package encore.kernel.filters;

/** The answer to the commands of a filter: its uid. */
public record FilterUid(String filterUid) {}
