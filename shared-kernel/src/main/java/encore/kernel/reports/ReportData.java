package encore.kernel.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.reports.data.AdAccountReport;
import encore.kernel.reports.data.AppReport;
import encore.kernel.reports.data.BusinessReport;
import encore.kernel.reports.data.ChartRow;
import encore.kernel.reports.data.CrmReport;
import encore.kernel.reports.data.IdolDetailsReport;
import encore.kernel.reports.data.IdolRow;
import encore.kernel.reports.data.SmsReport;
import encore.kernel.reports.data.StreamReport;
import encore.kernel.reports.data.TicketCompareRow;
import encore.kernel.reports.data.TicketGeoRow;
import encore.kernel.reports.data.TicketSalesReport;
import encore.kernel.reports.data.TrackerRow;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The numbers of a report (spec 3, 4: GET /v1/reports/&lt;report_uid&gt;). The component of its type alone is not null. */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReportData(
        @Nullable AdAccountReport fbAdaccount,
        @Nullable AdAccountReport adwordsAdaccount,
        @Nullable AppReport app,
        @Nullable List<ChartRow> artistCharts,
        @Nullable BusinessReport business,
        @Nullable CrmReport crm,
        @Nullable List<IdolRow> idol,
        @Nullable IdolDetailsReport idolDetails,
        @Nullable SmsReport sms,
        @Nullable StreamReport stream,
        @Nullable List<TicketCompareRow> ticketCompare,
        @Nullable List<TicketGeoRow> ticketGeo,
        @Nullable TicketSalesReport ticketSales,
        @Nullable List<TrackerRow> tracker) {

    public ReportData {
        artistCharts = copy(artistCharts);
        idol = copy(idol);
        ticketCompare = copy(ticketCompare);
        ticketGeo = copy(ticketGeo);
        tracker = copy(tracker);
    }

    private static <T> @Nullable List<T> copy(@Nullable List<T> rows) {
        return rows == null ? null : List.copyOf(rows);
    }
}
