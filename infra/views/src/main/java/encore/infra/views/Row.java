package encore.infra.views;

public record Row<T>(String key, T document) {}
