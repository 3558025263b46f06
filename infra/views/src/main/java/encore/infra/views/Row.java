package encore.infra.views;

/** A document and its key. */
public record Row<T>(String key, T document) {}
