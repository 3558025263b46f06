package encore.kernel.campaigns;

import java.time.LocalDate;

/** The views and shares of a campaign on one day, as they were last reported. */
public record DayOfViews(LocalDate viewDate, long viewCount, long shareCount) {}
