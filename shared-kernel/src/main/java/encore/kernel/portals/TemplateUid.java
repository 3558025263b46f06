package encore.kernel.portals;

/** The answer when a template was added: its uid. */
public record TemplateUid(String templateUid) {}
