package encore.kernel.reports;

/** The answer to the commands of a report: its uid. */
public record ReportUid(String reportUid) {}
