import { RoomPage } from '../../print/RoomPages.tsx';

/** Seat maps with photos and door labels of 指南针 (domain section 5). */
export default function Page() {
  return <RoomPage page="roomSeatZnz" first={['doorLabel', 'seatMap']} />;
}
