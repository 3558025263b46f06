package encore.kernel.campaignviews;

import java.time.LocalDate;

/** The views and shares of a campaign on one day, as they were last reported. */
public record DailyViews(LocalDate viewDate, long viewCount, long shareCount) {}
