package encore.kernel.filters;

/** The answer to whoever adds, changes or removes a filter. */
public record FilterUid(String filterUid) {}
